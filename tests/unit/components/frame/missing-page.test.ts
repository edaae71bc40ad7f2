// From an address at which nothing stands to the next step: each is somewhere the visitor may have meant.
import { expect, test } from 'vitest';
import { nextStep } from '../../../../src/components/frame/missing-page.ts';

test.each([
  ['/acme/tiny', '/models/acme/tiny/'],
  ['/acme/tiny/tree/main/onnx', '/models/acme/tiny/'],
  ['/acme/tiny/', '/models/acme/tiny/'],
  ['/gpt2', '/models/?search=gpt2'],
  ['/docs/quick-start/', '/docs/?q=quick+start'],
  ['/docs/"><script>/', '/docs/?q=%22%3E%3Cscript%3E'],
  ['/archive/2026-02-30/', '/archive/'],
  ['/spaces/paint/', '/spaces/'],
  ['/account/saved/', '/account/'],
])('%s leads to %s', (asked, path) => {
  expect(nextStep(asked)?.path).toBe(path);
});

test.each(['', '/', '/a b/c d', '/acme/tiny/resolve/main/x', '/<b>/x'])('%j leads nowhere', (asked) => {
  expect(nextStep(asked)).toBeUndefined();
});

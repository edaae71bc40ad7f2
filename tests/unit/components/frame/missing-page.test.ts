// Tests the page for missing addresses. It proposes an existing page that the visitor probably wants.
import { expect, test } from 'vitest';
import { nextStep } from '../../../../src/components/frame/missing-page.ts';
import { fakeHub, madeUpRows } from '../../../browser/fake-hub.ts';

const hub = fakeHub(madeUpRows());

test.each([
  ['/tidepool/fell-off-the-list', '/models/tidepool/fell-off-the-list/'],
  ['/tidepool/fell-off-the-list/discussions/1', '/models/tidepool/fell-off-the-list/'],
  ['/lantern', '/models/?search=lantern'],
  ['/docs/quick-start/', '/docs/?q=quick+start'],
  ['/archive/2026-02-30/', '/archive/'],
])('the page for the missing address %s proposes %s', async (asked, path) => {
  expect((await nextStep(asked, hub))?.path).toBe(path);
});

test.each(['', '/', '/a b/c d', '/nobody/nothing', '/nobody/nothing/tree/main', '/zzzzzz', '/<b>/x', '/docs/zzzzzz/'])(
  'the page for the missing address %j proposes nothing',
  async (asked) => {
    expect(await nextStep(asked, hub)).toBeUndefined();
  },
);

// Tests which requests to `npm run dev` are answered by Vite, and which by the hub.
import { expect, test } from 'vitest';
import { isVites } from '../../../../generator/dev/front.ts';

test('modules, styles and files of public come from Vite', () => {
  const targets = ['/@vite/client', '/src/styles/base.css?t=1', '/@fs/a/b.ts', '/node_modules/x/y.js', '/favicon.svg'];
  expect(targets.filter((target) => !isVites(target))).toEqual([]);
});

test('pages, models and everything else come from the hub', () => {
  const targets = ['/', '/models', '/api/models?search=src/', '/owner/name/resolve/main/config.json', '/robots.txt'];
  expect(targets.filter(isVites)).toEqual([]);
});

/** Tests an import of changes: models without a row stay as they are, but for those that are gone and new figures. */
import { expect, test } from 'vitest';
import type { OtherModels } from '../../../../generator/import/write-day.ts';
import { row, sandbox } from './sandbox.ts';

const [A, B, C, D] = ['alpha/one', 'beta/two', 'gamma/three', 'delta/four'];

const others = (
  gone: string[] = [],
  figures: [string, { downloads?: number; likes?: number }][] = [],
): OtherModels => ({
  gone: new Set(gone),
  figures: new Map(figures),
});

test('changes make the same day as the whole list', async () => {
  const before = [row(A, '', { likes: 1, downloads: 5 }), row(B), row(C, '', { likes: 2 }), row('Old/Case')];
  const changed = [row(B, 'new'), row(D), row('old/case')];
  const [whole, little] = [sandbox('whole'), sandbox('little')];
  for (const box of [whole, little]) await box.day(before, '2026-01-01');
  const wanted = await whole.day([row(A, '', { likes: 7, downloads: 5 }), ...changed], '2026-01-02');
  const gone = others([C], [[A, { likes: 7 }]]);
  const report = await little.import(changed, '2026-01-02', { others: gone });
  expect(report).toMatchObject({ catalog: wanted.catalog.address, models: { added: 1, unchanged: 1, fellOff: 1 } });
});

test('changes for the newest day again follow that day, and not the one before', async () => {
  const box = sandbox();
  const first = await box.day([row(A), row(B)], '2026-01-01');
  await box.day([row(C)], '2026-01-02', { others: others([B]) });
  const again = await box.day([row(A, 'new')], '2026-01-02', { others: others() });
  expect(again.prev).toBe(first.catalog.address);
  expect([...again.models.keys()]).toEqual([A, B, C]);
  expect(again.models.get(B)!.row.hub.listed).toBe(false);
  expect(again.models.get(A)!.object.prev).toBe(first.models.get(A)!.address);
});

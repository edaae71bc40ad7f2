// Tests the daily counts of each source's probes in the database: they outlast a restart, the last count of a day wins,
// old days are removed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStores } from '../../functions/stores/open-stores.ts';
import { DAYS_KEPT, daysUpTo } from '../../src/service/probed-days.ts';

const folder = mkdtempSync(join(tmpdir(), 'model-hub-days-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = () => {
  const path = join(folder, 'hub.sqlite');
  const unexpected = (fault: unknown) => {
    throw fault;
  };
  return openStores({
    config: { database: { kind: 'sqlite', path }, embeddedDatabase: path },
    ...{ notice: unexpected, onFault: unexpected },
  });
};

test('ninety days are kept of each source, each with its last count', async () => {
  const first = open();
  const [oldest, ...days] = ['2026-08-28', ...daysUpTo('2026-11-26')];
  first.health.saveDay('srca', { day: oldest!, good: 1, probes: 1 });
  await first.close();
  const second = open();
  for (const day of days) second.health.saveDay('srca', { day, good: 1, probes: 2 });
  second.health.saveDay('srca', { day: '2026-11-26', good: 3, probes: 4 });
  second.health.saveDay('srcb', { day: '2026-11-26', good: 0, probes: 1 });
  await second.close();
  const third = open();
  const { srca, srcb } = await third.health.loadDays();
  await third.close();
  expect(srca).toHaveLength(DAYS_KEPT);
  expect(srca![0]).toEqual({ day: '2026-08-29', good: 1, probes: 2 });
  expect(srca!.at(-1)).toEqual({ day: '2026-11-26', good: 3, probes: 4 });
  expect(srcb).toEqual([{ day: '2026-11-26', good: 0, probes: 1 }]);
});

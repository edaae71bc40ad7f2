// Tests that a day of the mirrored hub becomes current only if it passes this hub's own rules.
import { expect, test } from 'vitest';
import { readAside } from '../../../../generator/aside/kept-aside.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { service } from '../../../fixtures/hub.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { row } from '../import/sandbox.ts';
import { importDay, mirror, originOf } from './origins.ts';

const limits = { gone: 10, shrunk: 10, rewritten: 50, rewritten_in_place: 10 };
const rows = Array.from({ length: 30 }, (_, at) => row(`acme/m${at}`));
const held = async (here: string, there: string, isAccepted = false) =>
  mirror(here, await originOf(there), undefined, service, isAccepted ? undefined : { command: 'mirror', limits });

test('a bad day of the mirrored hub is set aside with all its objects, until the operator accepts it', async () => {
  const [there, here] = [folderOfTest(), folderOfTest()];
  await importDay(there, '2026-01-01', ...rows);
  // No rule applies to the first day of a chain.
  expect(await held(here, there)).toMatchObject({ changed: true });
  await importDay(there, '2026-01-02', ...rows.slice(0, 5));
  const report = await held(here, there);
  expect(report).toMatchObject({ changed: false, snapshot: '2026-01-01', days: 1 });
  expect(report.aside).toMatchObject({ snapshot: '2026-01-02', breaches: [{ rule: 'gone', models: 25, of: 30 }] });
  expect(readPointer(here)!.snapshot).toBe('2026-01-01');
  expect(readAside(here)).toEqual(report.aside);

  const accepted = await held(here, there, true);
  expect(accepted).toMatchObject({ changed: true, snapshot: '2026-01-02', taken: { objects: 0 } });
  expect(readPointer(here)).toEqual(readPointer(there));
  expect(readAside(here)).toBeUndefined();
});

// Kills the import of a bad day at any moment: the day before stays current, and the day that is set aside is whole
// or absent.
// @module-tag all
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { readAside } from '../../../../generator/aside/kept-aside.ts';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { totalsOf } from '../../../../generator/status/day-totals.ts';
import { hubCommand, startCommand } from '../../../faults/hub-command.ts';
import { goneOf } from '../../../faults/kill-count.ts';
import { writeModels } from '../../../faults/some-models.ts';

const root = mkdtempSync(join(tmpdir(), 'model-hub-aside-kill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }), 60_000);

for (const kills of [3, 10])
  test(`${kills} kills leave the day before current`, { timeout: 180_000 }, () =>
    killImports(kills, join(root, `${kills}`)),
  );

async function killImports(kills: number, folder: string): Promise<void> {
  const data = join(folder, 'data');
  const env = { HUB_DATA: data };
  mkdirSync(folder);
  const good = writeModels(join(folder, 'good.jsonl'), 300, 1);
  expect(await hubCommand(['import', good, '--day', '2026-01-01'], env)).toMatchObject({ code: 0 });
  const before = readPointer(data);
  // The bad day differs for each kill, so that the test can tell which kill set a day aside.
  const words = (kill: number) => {
    const bad = writeModels(join(folder, 'bad.jsonl'), 20 + kill, 1);
    return ['import', bad, '--day', '2026-01-02'];
  };
  let killed = 0;
  let usual = 1000;
  for (let kill = 0; kill < kills; kill++) {
    const child = startCommand(words(kill), env);
    while (child.exitCode === null && !existsSync(join(data, 'tmp', 'rows'))) await sleep(1);
    const begun = performance.now();
    const gone = goneOf(child);
    await Promise.race([sleep((usual * kill) / kills), gone]);
    child.kill('SIGKILL');
    if ((await gone).wasKilled) killed++;
    else usual = Math.min(usual, performance.now() - begun);
    expect(readPointer(data)).toEqual(before);
    await expectWhole(data);
  }
  expect(killed).toBeGreaterThan(0);
  expect(await hubCommand(words(kills), env)).toMatchObject({ code: 1 });
  expect(readAside(data)!.breaches).toMatchObject([{ rule: 'gone', models: 280 - kills }]);
  await expectWhole(data);
  expect(await hubCommand([...words(kills), '--accept'], env)).toMatchObject({ code: 0 });
  expect(readPointer(data)!.snapshot).toBe('2026-01-02');
}

/** Throws if an object of the day that was set aside is missing or damaged. */
async function expectWhole(data: string): Promise<void> {
  const aside = readAside(data);
  if (!aside) return;
  const store = openObjectStore(join(data, 'objects'));
  const catalog = await openCatalog(store.pathOf(aside.catalog), aside.catalog);
  expect(totalsOf(store, catalog, () => {}).models).toBe(300);
}

// Kills imports at any moment. The day in force must then be the old one or the new one, without damage, and the next
// import must work.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCatalog } from '../../generator/days/catalog-reader.ts';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { totalsOf } from '../../generator/status/day-totals.ts';
import { startCommand } from './hub-command.ts';
import { goneOf, type KillCount } from './kill-count.ts';
import { dayNamed, writeModels } from './some-models.ts';
import { chainIn } from './whole-tree.ts';

export interface ImportKills {
  /** The folder for the files of the scenario, and for HUB_DATA. */
  folder: string;
  kills: number;
  models: number;
}

/**
 * Kills `kills` imports, one for each day. The kills are spread over the whole work of an import, from its first file
 * to its last.
 */
export async function killImports({ folder, kills, models }: ImportKills): Promise<KillCount> {
  const data = join(folder, 'data');
  const start = (day: number) => {
    const rows = writeModels(join(folder, 'rows.jsonl'), models, day);
    return startCommand(['import', rows, '--day', dayNamed(day), '--json'], { HUB_DATA: data });
  };
  const count: KillCount = { kills, killed: 0, landed: 0, faults: [] };
  const first = start(1);
  await atWork(data, first);
  const begun = performance.now();
  await goneOf(first);
  let usual = performance.now() - begun;
  for (let kill = 0; kill < kills; kill++) {
    const before = readPointer(data)!;
    const day = kill + 2;
    const child = start(day);
    const isAtWork = await atWork(data, child);
    const from = performance.now();
    const gone = goneOf(child);
    if (isAtWork) await Promise.race([sleep((usual * (kill + Math.random())) / kills), gone]);
    child.kill('SIGKILL');
    const { wasKilled } = await gone;
    if (wasKilled) count.killed++;
    // The disk is slower while the machine is busy, so the shortest time counts.
    else usual = Math.min(usual, performance.now() - from);
    const after = readPointer(data)!;
    if (after.catalog === before.catalog) continue;
    // The kill came after the pointer had moved, so the new day must be complete.
    count.landed++;
    const fault = await newestFault(data, dayNamed(day), before.catalog);
    if (fault !== undefined) count.faults.push(`after kill ${kill}: ${fault}`);
  }
  await goneOf(start(kills + 2));
  const chain = await chainIn(data).catch((error: Error) => error.message);
  if (typeof chain === 'string') count.faults.push(chain);
  else if (chain.length !== count.landed + 2) count.faults.push(`${chain.length} days, not ${count.landed + 2}`);
  for (const left of [join(data, 'tmp'), join(data, 'objects/tmp')])
    if (existsSync(left) && readdirSync(left).length > 0) count.faults.push(`${left} was not cleared up`);
  return count;
}

/** Returns a fault of the newest day; undefined if the day is undamaged, is `day`, and follows the catalog `prev`. */
async function newestFault(data: string, day: string, prev: string): Promise<string | undefined> {
  try {
    const { catalog, snapshot } = readPointer(data)!;
    const store = openObjectStore(join(data, 'objects'));
    const { frame, ...rest } = await openCatalog(store.pathOf(catalog), catalog);
    totalsOf(store, { frame, ...rest }, () => {});
    const isRight = snapshot === day && frame.snapshot === day && frame.prev === prev;
    return isRight ? undefined : `the pointer names ${snapshot} after ${frame.prev}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Waits until the import has written files. Resolves to false if it ended instead. */
async function atWork(data: string, child: ReturnType<typeof startCommand>): Promise<boolean> {
  while (!existsSync(join(data, 'tmp', 'rows'))) {
    if (child.exitCode !== null) return false;
    await sleep(1);
  }
  return true;
}

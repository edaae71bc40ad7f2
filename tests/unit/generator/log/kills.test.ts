// @module-tag all
/**
 * Kills processes that append to a log, at any moment. The published log must be whole, and extend every log that
 * was published before.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { checkLog } from '../../../../generator/log/check-log.ts';
import { readHead } from '../../../../generator/log/log-folder.ts';
import { compileCache } from '../../../fixtures/compile-cache.ts';
import { expectExtends, LogPlace, newSigner } from './log-place.ts';
import { DAY_MS, modelsOfDay, NOW } from './made-days.ts';

const KILLS = 200;
/** The number of logs whose appends are killed at the same time. */
const LANES = 4;
/**
 * The longest time until a kill, in milliseconds. The first day in a new process takes about 100 ms, and later days
 * take less.
 */
const MOST_MS = 100;
const CHILD = join(import.meta.dirname, 'log-days.ts');

/**
 * Logs days from `first` on in a process, and kills it after `after` milliseconds. Returns the day that it did not
 * finish.
 */
async function killed(place: LogPlace, first: number, key: string, after: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, place.folder, String(first), key], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...compileCache },
  });
  let day = first;
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), after));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('day ')) day = Number(line.slice(4));
    else place.published.push(JSON.parse(line) as string);
  }
  expect(child.signalCode ?? (await new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal))))).toBe(
    'SIGKILL',
  );
  return day;
}

test(`${KILLS} kills lose no published leaf and fork nothing`, { timeout: 300_000 }, async () => {
  const lanes = Array.from({ length: LANES }, () => {
    const signer = newSigner();
    return { signer, place: new LogPlace([signer]), day: 0, cut: 0, checked: 0 };
  });
  const lane = async (of: (typeof lanes)[number]) => {
    const { place, signer } = of;
    for (let kill = 0; kill < KILLS / LANES; kill++) {
      of.day = await killed(place, of.day, signer.line, Math.random() * MOST_MS);
      const head = readHead(place.places.published);
      const { own } = place.places;
      if (existsSync(join(own, 'state-new')) || readHead(own)?.text !== head?.text) of.cut++;
      if (!head) continue;
      // Earlier checks have compared the checkpoints before the index `checked`.
      await expectExtends(place.places.published, place.published.slice(of.checked));
      // The log must extend the checkpoint in HUB_DATA, too.
      await expectExtends(own, [head.text]);
      of.checked = place.published.push(head.text) - 1;
    }
  };
  // This process runs to its end, so that it saves compiled code for the processes below. A killed process saves none.
  const warm = new LogPlace();
  const words = [CHILD, warm.folder, '0', newSigner().line, '0'];
  execFileSync(process.execPath, words, { env: { ...process.env, ...compileCache } });
  await Promise.all(lanes.map(lane));
  console.log(
    'CUT',
    lanes.map(({ cut, day }) => [cut, day]),
  );
  // Some kills happened during an append, or between an append and its publication.
  expect(lanes.reduce((sum, { cut }) => sum + cut, 0)).toBeGreaterThan(KILLS / 20);
  for (const { place, day } of lanes) {
    place.now = NOW + (day + 1) * DAY_MS;
    const models = modelsOfDay(day + 1);
    await place.log(models);
    await place.prove(models);
    expect(await checkLog(place.places)).toEqual({ torn: [], lost: [] });
  }
});

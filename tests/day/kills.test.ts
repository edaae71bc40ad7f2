// Kills days at every stage of their work: index, tree and plain files each have the day before or the new day, whole,
// and the next run completes the new day.
// @module-tag all
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startHubStandIn } from '../crawl/hub-stand-in.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { goneOf } from '../faults/kill-count.ts';
import { chainIn, treeIn } from '../faults/whole-tree.ts';
import { DayPlace, edition, revisionIn } from './day-place.ts';

const bin = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));

/** The number of days to kill; the environment variable DAY_KILLS changes it. */
const KILLS = Number(process.env.DAY_KILLS ?? 8);

/**
 * Runs a day and kills it up to 100 ms after `lines` lines of its progress (a whole day prints a dozen). Returns true
 * if the day was still running then.
 */
async function killedAt(place: DayPlace, day: string, lines: number, signal: NodeJS.Signals): Promise<boolean> {
  const child = spawn(process.execPath, [bin, ...place.words(day)], {
    env: { ...process.env, ...place.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let seen = 0;
  child.stderr.on('data', (chunk: Buffer) => {
    seen += chunk.toString().split('\n').length - 1;
    if (seen >= lines) setTimeout(() => child.kill(signal), Math.random() * 100);
  });
  await goneOf(child);
  return child.signalCode === signal || child.exitCode === 1;
}

test(`the next run completes the day after each of ${KILLS} kills`, { timeout: KILLS * 60_000 }, async () => {
  const hub = await startHubStandIn(edition(1));
  const place = new DayPlace(hub);
  try {
    expect((await place.day('2026-01-01')).done).toBe(true);
    let atWork = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const [before, models] = [place.now(), edition(kill + 2)];
      const day = new Date(Date.UTC(2026, 0, 2 + kill)).toISOString().slice(0, 10);
      hub.models = models;
      const signal = kill % 3 === 2 ? 'SIGTERM' : 'SIGKILL';
      if (await killedAt(place, day, 1 + ((kill * 5) % 12), signal)) atWork++;
      const now = place.now();
      expect([before.index, day]).toContain(now.index);
      expect([before.tree, day]).toContain(now.tree);
      expect([before.files, revisionIn(models)]).toContain(now.files);
      await chainIn(place.data);
      expect((await treeIn(place.dist)).faults).toEqual([]);
      const { code, err } = await hubCommand(place.words(day), place.env);
      expect([code, err]).toEqual([0, expect.any(String)]);
      expect(place.now()).toEqual({ index: day, tree: day, files: revisionIn(models) });
    }
    expect(atWork).toBeGreaterThan(KILLS / 2);
    // All models share one file. The crawl read it only once over all days.
    expect(hub.asked.filter((line) => line.endsWith('/LICENSE'))).toHaveLength(1);
  } finally {
    hub.close();
    place.remove();
  }
});

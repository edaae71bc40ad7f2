// Kills pushes at any moment. The bucket must then have the old tree or the new one, without damage, and the next push
// must complete the new one.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStore } from '../buckets/stores.ts';
import { wholeBucket } from '../buckets/whole-bucket.ts';
import { hubCommand, startCommand } from './hub-command.ts';
import { goneOf, type KillCount } from './kill-count.ts';

/** The number of kills while one tree is pushed. After them, a push completes the tree. */
const KILLS_A_TREE = 5;

export interface PushKills {
  store: TestStore;
  kills: number;
  /** Two folders HUB_DIST, one for each of two days. They are pushed in turn. */
  dists: readonly [string, string];
}

/** The counts of kills of pushes. */
export interface PushKillCount extends KillCount {
  /** The number of kills after which the bucket had files that no tree names yet. */
  halfWay: number;
}

/** Kills `kills` pushes. After five kills of one tree, a push completes it. */
export async function killPushes({ store, kills, dists }: PushKills): Promise<PushKillCount> {
  const count: PushKillCount = { kills, killed: 0, landed: 0, halfWay: 0, faults: [] };
  const words = ['push', store.address('hub'), '--parallel', '2'];
  const env = (dist: string) => ({ ...store.env(), HUB_DIST: dist });
  const look = () => wholeBucket((name) => store.read(`hub/${name}`));
  const pushWhole = async (dist: string) => {
    const { code, err } = await hubCommand(words, env(dist));
    if (code !== 0) count.faults.push(`a push that nobody killed ended with ${code}: ${err}`);
  };
  /** The milliseconds that a push takes from its first file to its last. */
  const usual = await timeOf(store, () => pushWhole(dists[0]));
  let before = look().tree;
  for (let done = 0, turn = 1; done < kills; turn++) {
    const dist = dists[turn % 2]!;
    // Removes all files that the bucket's current tree does not need, so that a push has much to send.
    const needed = new Set<string>();
    wholeBucket((name) => {
      needed.add(`hub/${name}`);
      return store.read(`hub/${name}`);
    });
    for (const name of store.names()) if (/^hub\/(packs|objects)\//.test(name) && !needed.has(name)) store.remove(name);
    for (let kill = 0; kill < KILLS_A_TREE && done < kills; kill++, done++) {
      const child = startCommand(words, env(dist));
      const gone = goneOf(child);
      // The first kill may come before the push has uploaded anything. Every later kill waits for the first file.
      if (kill > 0) await Promise.race([hasBegun(store, child), gone]);
      await Promise.race([sleep((usual * Math.random()) / 2), gone]);
      child.kill('SIGKILL');
      if ((await gone).wasKilled) count.killed++;
      const { tree, faults } = look();
      if (isPushing(store)) count.halfWay++;
      if (tree === undefined || faults.length > 0) count.faults.push(`after kill ${done}: ${faults[0] ?? 'no tree'}`);
      if (tree === before) continue;
      // The push was complete, so no push of this tree is left to kill.
      count.landed++;
      kill = KILLS_A_TREE;
    }
    await pushWhole(dist);
    const { tree, faults } = look();
    if (faults.length > 0) count.faults.push(`after a whole push: ${faults[0]}`);
    if (tree === before) count.faults.push('a whole push left the tree before');
    before = tree;
  }
  return count;
}

const isPushing = (store: TestStore) => store.names().some((name) => name.startsWith('hub/pushing/'));

/** Resolves once the push has uploaded its first file, or has ended. */
async function hasBegun(store: TestStore, child: ChildProcess): Promise<void> {
  const before = store.names().length;
  while (child.exitCode === null && child.signalCode === null && store.names().length === before) await sleep(5);
}

async function timeOf(store: TestStore, push: () => Promise<void>): Promise<number> {
  const ended = push();
  while (!isPushing(store)) await sleep(5);
  const begun = performance.now();
  await ended;
  return performance.now() - begun;
}

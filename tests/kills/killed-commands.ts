// The commands that are killed: import, build, day, and push.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPointer } from '../../generator/days/pointer.ts';
import { makeDay, placesIn } from '../buckets/made-days.ts';
import { RealStore, StandIn } from '../buckets/stores.ts';
import { wholeBucket } from '../buckets/whole-bucket.ts';
import { startHubStandIn } from '../crawl/hub-stand-in.ts';
import { DayPlace, edition, revisionIn } from '../day/day-place.ts';
import { hubCommand, startCommand } from '../faults/hub-command.ts';
import { dayNamed, writeModels } from '../faults/some-models.ts';
import { placeWebsite } from '../faults/stand-in-website.ts';
import { chainIn } from '../faults/whole-tree.ts';
import { treeContents } from '../fixtures/tree-contents.ts';
import { type KilledWork, told, untilThere, wholeRun } from './kill-loop.ts';

const MODELS = 300;

/** Runs a command to its end, which must succeed. */
export async function whole(words: string[], env: Record<string, string>): Promise<void> {
  const { code, err } = await hubCommand(words, env);
  assert.equal(code, 0, err);
}

const imports: KilledWork = {
  name: 'kill-import',
  promise: 'An import killed at any moment leaves the day before or the new one, each object hashed again.',
  kills: { short: 6, long: 300 },
  steps: 3,
  async open(folder, kills) {
    const data = join(folder, 'data');
    const atWork = (child: ChildProcess) => untilThere(join(data, 'tmp/rows'), child);
    const start = (day: number) => {
      const rows = writeModels(join(folder, 'rows.jsonl'), MODELS, day);
      return startCommand(['import', rows, '--day', dayNamed(day)], { HUB_DATA: data });
    };
    const first = start(1);
    let before: string;
    return {
      usual: await wholeRun(first, atWork(first)),
      start(kill) {
        before = readPointer(data)!.catalog;
        return start(kill + 2);
      },
      isAtWork: atWork,
      async isNew(kill) {
        if (readPointer(data)!.catalog === before) return false;
        const [newest, previous] = await chainIn(data);
        assert.deepEqual([newest!.day, previous!.catalog], [dayNamed(kill + 2), before]);
        return true;
      },
      async end(landed) {
        const last = start(kills + 2);
        await wholeRun(last, atWork(last));
        assert.equal((await chainIn(data)).length, landed + 2);
        for (const left of [join(data, 'tmp'), join(data, 'objects/tmp')])
          assert.deepEqual(existsSync(left) ? readdirSync(left) : [], []);
      },
    };
  },
};

/** The number of kills while one day is built. After them, a build completes the day. */
const A_DAY = 3;

const builds: KilledWork = {
  name: 'kill-build',
  promise: 'A build killed at any moment leaves the old tree or the new one, byte for byte as a build from nothing.',
  kills: { short: 3, long: 300 },
  steps: A_DAY,
  async open(folder) {
    const env = (of: string) => ({ HUB_DATA: join(folder, of, 'data'), HUB_DIST: join(folder, of, 'dist') });
    const { HUB_DIST: dist } = env('killed');
    mkdirSync(dist, { recursive: true });
    placeWebsite(dist);
    const importDay = async (day: number) => {
      const rows = writeModels(join(folder, 'rows.jsonl'), MODELS, day);
      await whole(['import', rows, '--day', dayNamed(day)], env('killed'));
    };
    /** Builds a day from nothing, and returns the lines of its tree and the milliseconds of the work. */
    const fresh = async (day: number) => {
      const { HUB_DATA: data, HUB_DIST: into } = env(`fresh-${day}`);
      cpSync(env('killed').HUB_DATA, data, { recursive: true });
      // This tree begins a log of its own.
      rmSync(join(data, 'log'), { recursive: true, force: true });
      mkdirSync(into);
      placeWebsite(into);
      const child = startCommand(['build'], env(`fresh-${day}`));
      return { took: await wholeRun(child, told(child)), lines: treeContents(into) };
    };
    await importDay(1);
    await whole(['build'], env('killed'));
    let after = await fresh(1);
    let before = after;
    const complete = async () => {
      await whole(['build'], env('killed'));
      assert.deepEqual(treeContents(dist), after.lines);
    };
    return {
      // A build from nothing takes longer than that of a day.
      usual: after.took / 2,
      async start(kill) {
        if (kill % A_DAY === 0) {
          if (kill > 0) await complete();
          const day = 2 + kill / A_DAY;
          await importDay(day);
          [before, after] = [after, await fresh(day)];
        }
        return startCommand(['build'], env('killed'));
      },
      isAtWork: (child) => told(child),
      async isNew() {
        const lines = treeContents(dist);
        const isNew = lines.at(-1) === after.lines.at(-1);
        assert.deepEqual(lines, (isNew ? after : before).lines);
        return isNew;
      },
      end: complete,
    };
  },
};

const days: KilledWork = {
  name: 'kill-day',
  promise:
    'A day killed or stopped at any step leaves index, tree and plain files each as before or new, and the next run completes it.',
  kills: { short: 4, long: 60 },
  steps: 1,
  async open() {
    const hub = await startHubStandIn(edition(1));
    const place = new DayPlace(hub);
    await place.day(dayNamed(1));
    let before = place.now();
    return {
      usual: 100,
      start(kill) {
        before = place.now();
        hub.models = edition(kill + 2);
        return startCommand(place.words(dayNamed(kill + 2)), place.env);
      },
      // A whole day prints a dozen lines.
      isAtWork: (child, kill) => told(child, 1 + ((kill * 5) % 12)),
      signal: (kill) => (kill % 3 === 2 ? 'SIGTERM' : 'SIGKILL'),
      async isNew(kill) {
        const day = dayNamed(kill + 2);
        const [now, wanted] = [place.now(), { index: day, tree: day, files: revisionIn(hub.models) }];
        for (const part of ['index', 'tree', 'files'] as const)
          assert([before[part], wanted[part]].includes(now[part]));
        await chainIn(place.data);
        treeContents(place.dist);
        await whole(place.words(day), place.env);
        assert.deepEqual(place.now(), wanted);
        return now.files === wanted.files;
      },
      async end() {
        // All models share one file. The crawl read it only once over all days.
        assert.equal(hub.asked.filter((line) => line.endsWith('/LICENSE')).length, 1);
      },
      async close() {
        hub.close();
        place.remove();
      },
    };
  },
};

/** The number of kills while one tree is pushed. After them, a push completes the tree. */
const A_TREE = 5;

/** Opens a real store if this machine has one, or a stand-in. */
export const someStore = (real = new RealStore()) => (real.missing === undefined ? real : new StandIn());

const pushes: KilledWork = {
  name: 'kill-push',
  promise: 'A push killed at any moment leaves the old tree or the new one in the bucket, each file hashed again.',
  kills: { short: 10, long: 40 },
  steps: 1,
  async open(folder) {
    const store = someStore();
    await store.start();
    const dists = [join(folder, 'one'), join(folder, 'two')].map((place) => placesIn(place).dist);
    for (const [at, name] of ['one', 'two'].entries())
      for (let day = 1; day <= at + 1; day++) await makeDay(join(folder, name), day, 120);
    const words = ['push', store.address('hub')];
    const env = (turn: number) => ({ ...store.env(), HUB_DIST: dists[turn % 2]! });
    const isPushing = () => store.names().some((name) => name.startsWith('hub/pushing/'));
    const look = () => {
      const needed = new Set<string>();
      const { tree, faults } = wholeBucket((name) => {
        needed.add(`hub/${name}`);
        return store.read(`hub/${name}`);
      });
      assert.deepEqual([typeof tree, faults], ['string', []]);
      return { tree, needed };
    };
    const untilPushing = async (child: ChildProcess) => {
      const names = store.names().length;
      while (child.exitCode === null && child.signalCode === null && store.names().length === names) await sleep(5);
    };
    const first = startCommand(words, env(0));
    const usual = (await wholeRun(first, untilPushing(first))) / 2;
    let [turn, halfWay] = [0, 0];
    let { tree: before } = look();
    const complete = async () => {
      await whole(words, env(turn));
      before = look().tree;
    };
    return {
      usual,
      async start(kill) {
        if (kill % A_TREE === 0) {
          if (kill > 0) await complete();
          turn++;
          // Removes all files that the bucket's tree does not need, so that a push has much to send.
          const { needed } = look();
          for (const name of store.names())
            if (/^hub\/(packs|objects)\//.test(name) && !needed.has(name)) store.remove(name);
        }
        return startCommand(words, env(turn));
      },
      // The first kill of a tree may come before the push has uploaded anything.
      isAtWork: (child, kill) => (kill % A_TREE === 0 ? Promise.resolve() : untilPushing(child)),
      async isNew() {
        if (isPushing()) halfWay++;
        return look().tree !== before;
      },
      async end() {
        await complete();
        assert(halfWay > 0, 'no kill came in the middle of a push');
      },
      close: () => store.stop(),
    };
  },
};

export const killedCommands: readonly KilledWork[] = [imports, builds, days, pushes];

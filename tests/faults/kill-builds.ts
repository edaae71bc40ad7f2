// Kills builds at any moment. The tree must then be the old one or the new one, without damage, and the next build must
// complete the new one.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentStamp } from '../../generator/packs/tree-layout.ts';
import { checkTree } from '../../generator/tree/check/check-tree.ts';
import type { PageSettings } from '../../generator/tree/models/page-renderer.ts';
import { currentList, treeContents } from '../fixtures/tree-contents.ts';
import { hubCommand } from './hub-command.ts';
import { goneOf, type KillCount } from './kill-count.ts';
import { dayNamed, writeModels } from './some-models.ts';
import { MODULE } from './stand-in-website.ts';

const BUILDER = join(import.meta.dirname, 'build-once.ts');
const FACTS = { sourceOrder: ['srca', 'srcb', 'ipfs'], origin: 'https://origin.example' };
/** The number of kills while one day is built. After them, a build completes the day. */
const KILLS_A_DAY = 3;
/** The number of days after which the tree is compared with one that a single build made. */
const DAYS_A_COMPARISON = 25;

export interface BuildKills {
  /** The folder for the files of the scenario. */
  folder: string;
  kills: number;
  models: number;
}

/** Kills `kills` builds, each during its work. A new day comes after every third kill. */
export async function killBuilds({ folder, kills, models }: BuildKills): Promise<KillCount> {
  const work = new Work(folder, models);
  const count: KillCount = { kills, killed: 0, landed: 0, faults: [] };
  await work.importDay(1);
  let usual = await work.buildWhole('dist');
  const days = Math.ceil(kills / KILLS_A_DAY);
  for (let day = 2; day < 2 + days; day++) {
    await work.importDay(day);
    for (let kill = 0; kill < Math.min(KILLS_A_DAY, kills - (day - 2) * KILLS_A_DAY); kill++) {
      const { child, atWork } = work.startBuild('dist');
      const gone = goneOf(child);
      await Promise.race([atWork, gone]);
      const from = performance.now();
      // Spreads the kills of a day over the work, from its beginning to its end.
      await Promise.race([sleep((usual * (kill + Math.random())) / KILLS_A_DAY), gone]);
      child.kill('SIGKILL');
      const { wasKilled } = await gone;
      if (wasKilled) count.killed++;
      else usual = Math.min(usual, performance.now() - from);
      const stamp = currentStamp(work.dist)?.stamp;
      if (stamp?.snapshot === dayNamed(day)) count.landed++;
      else if (stamp?.snapshot !== dayNamed(day - 1)) count.faults.push(`the tree is of ${stamp?.snapshot}`);
      await work.expectWhole(count, `kill ${kill} of ${dayNamed(day)}`);
    }
    await work.buildWhole('dist');
    await work.expectWhole(count, `the build of ${dayNamed(day)} to its end`);
    const isLast = day === 1 + days;
    if (day % DAYS_A_COMPARISON === 0 || isLast) await work.expectFresh(count, dayNamed(day));
  }
  return count;
}

class Work {
  readonly dist: string;
  readonly #folder: string;
  readonly #models: number;
  readonly #pages: PageSettings;

  constructor(folder: string, models: number) {
    this.#folder = folder;
    this.#models = models;
    this.dist = join(folder, 'dist');
    mkdirSync(join(folder, 'site'), { recursive: true });
    const entry = join(folder, 'site/entry.mjs');
    writeFileSync(entry, MODULE);
    const sources = [{ token: 'srca', display: 'Source A', host: 'source-a.example' }];
    this.#pages = { entry, key: 'site', baseUrl: 'https://hub.example', sources, loggedAs: 'unsigned' };
  }

  async importDay(day: number): Promise<void> {
    const rows = writeModels(join(this.#folder, 'rows.jsonl'), this.#models, day);
    const words = ['import', rows, '--day', dayNamed(day)];
    const { code, err } = await hubCommand(words, { HUB_DATA: join(this.#folder, 'data') });
    if (code !== 0) throw new Error(err);
  }

  /** Starts a build. `atWork` resolves once its modules are loaded, or once the process has ended. */
  startBuild(dist: string): { child: ChildProcess; atWork: Promise<void> } {
    const words = [join(this.#folder, 'data'), join(this.#folder, dist), JSON.stringify(this.#pages)];
    const child = spawn(process.execPath, [BUILDER, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    const atWork = new Promise<void>((resolve) => {
      child.stdout!.once('data', () => resolve());
      child.once('exit', () => resolve());
    });
    return { child, atWork };
  }

  /** Builds without a kill, and resolves to the milliseconds of the work. */
  async buildWhole(dist: string): Promise<number> {
    const { child, atWork } = this.startBuild(dist);
    const gone = goneOf(child);
    await atWork;
    const from = performance.now();
    await gone;
    if (child.exitCode !== 0) throw new Error(`a build that nobody killed ended with ${child.exitCode}`);
    return performance.now() - from;
  }

  async expectWhole(count: KillCount, after: string): Promise<void> {
    const faults = await checkTree({ dist: this.dist, ...FACTS, pages: this.#pages }, () => {});
    if (faults.length > 0) count.faults.push(`after ${after}: ${faults[0]}`);
  }

  /** Expects that the tree after many interrupted builds equals the tree of a single build, byte for byte. */
  async expectFresh(count: KillCount, day: string): Promise<void> {
    const fresh = `fresh-${day}`;
    await this.buildWhole(fresh);
    const [one, other] = [treeContents(this.dist), treeContents(join(this.#folder, fresh))];
    const differing = one.find((line, at) => line !== other[at]);
    if (differing !== undefined || one.length !== other.length)
      count.faults.push(`the tree of ${day} is not that of a build from nothing: ${differing}`);
    const page = `models/owner-0/model-0/models/owner-0/model-0/index.html`;
    if (!currentList(this.dist).read(page)?.length) count.faults.push(`${page} is empty`);
  }
}

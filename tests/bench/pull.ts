// Measures `pull` from sources on the loopback interface, against curl, aria2c and hf with the same sources.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bundlePull } from '../../generator/documents/bundle-pull.ts';
import { LOCK_FORMAT } from '../../src/shapes/formats.ts';
import { servedBy } from '../fixtures/loopback-server.ts';
import { isHere } from '../fixtures/needs.ts';
import { endChild, nextMessage, startChild } from './child.ts';
import { blockOf, hashOfMade } from './made-bytes.ts';
import type { PullSourceJob } from './pull-source.ts';
import { alternate, formatSpread, type Outcome } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';

const MIB = 2 ** 20;
const SEED = 'pull';
const SLOW = 64e6;
const MODEL = 'bench/model';
const SMALL = 4096;
/** The maximum memory in MiB of a pull, whatever the size of the file. */
const MOST_MEMORY = 150;

interface Made {
  path: string;
  size: number;
  sha256: string;
}

const block = blockOf(SEED);
const madeOf = (path: string, size: number): Made => ({ path, size, sha256: hashOfMade(block, size) });

export const pull: Bench = async (settings) => {
  const place = await PullBench.open(settings);
  try {
    return [
      ...(await place.throttled()),
      ...(await place.unthrottled()),
      await place.faulty(),
      ...(await place.manySmall()),
    ];
  } finally {
    await place.close();
  }
};

class PullBench {
  readonly #settings: BenchSettings;
  readonly #rounds: number;
  readonly #large: Made;
  readonly #program: string;
  readonly #children: ChildProcess[] = [];
  #count = 0;
  /** The largest number of bytes of memory that any pull has used. */
  #memory = 0;

  private constructor(settings: BenchSettings, program: string) {
    this.#settings = settings;
    this.#program = program;
    this.#rounds = settings.quick ? 1 : 3;
    const size = settings.quick ? 128 * MIB : 1024 * MIB;
    this.#large = madeOf(`weights-${size}`, size);
  }

  static async open(settings: BenchSettings): Promise<PullBench> {
    const program = join(settings.folder, 'pull.mjs');
    writeFileSync(program, await bundlePull());
    return new PullBench(settings, program);
  }

  async close(): Promise<void> {
    for (const child of this.#children) await endChild(child);
  }

  /** Measures downloads from two slow sources: curl uses one of them, aria2c and `pull` use both. */
  async throttled(): Promise<Row[]> {
    const sources = [await this.#source({ rate: SLOW }), await this.#source({ rate: SLOW })];
    const ours = () => this.#pull(sources, [this.#large]);
    const size = `${this.#large.size / MIB} MiB`;
    const curl = await alternate(this.#rounds, ours, () => this.#curl(sources[0]!));
    const rows = [
      this.#row(
        `pull, ${size} from two slow sources`,
        curl,
        'least',
        1.9,
        'each 64 MB/s; yardstick is curl from one of them',
      ),
    ];
    if (isHere('aria2c')) {
      const meta4 = this.#meta4(sources);
      const aria2 = await alternate(this.#rounds, ours, () => this.#aria2(meta4));
      rows.push(
        this.#row(
          'pull, against aria2c',
          aria2,
          'least',
          0.95,
          'the same two sources, by a Metalink file with the hash',
        ),
      );
    }
    return rows;
  }

  async unthrottled(): Promise<Row[]> {
    const sources = [await this.#source({})];
    const outcome = await alternate(
      this.#rounds,
      () => this.#pull(sources, [this.#large]),
      () => this.#run('sh', ['-c', `curl -sf ${sources[0]}/${this.#large.path} | sha256sum`], this.#large.size),
    );
    const memory = this.#memory / MIB;
    return [
      this.#row(
        'pull, one fast source',
        outcome,
        'least',
        0.9,
        'yardstick is curl piped into sha256sum, which keeps no file',
      ),
      rowOf(
        'pull, memory',
        'MiB',
        { ours: memory, yardstick: MOST_MEMORY },
        ['most', 1],
        'the most that any of these runs held (VmHWM), Node itself included',
      ),
    ];
  }

  async faulty(): Promise<Row> {
    const good = await this.#source({ rate: SLOW });
    const sources = [await this.#source({ isDead: true }), await this.#source({ rate: SLOW, lies: true }), good];
    const outcome = await alternate(
      this.#rounds,
      () => this.#pull([good], [this.#large]),
      () => this.#pull(sources, [this.#large]),
    );
    return this.#row(
      'pull, one of three dead and one lying',
      outcome,
      'most',
      3,
      'ours is the good one alone; all at 64 MB/s; after a wrong hash the file is fetched whole, from one at a time',
    );
  }

  async manySmall(): Promise<Row[]> {
    const hf = process.env.HUB_BENCH_HF ?? 'hf';
    if (!existsSync(hf) && !isHere(hf)) return [];
    const count = this.#settings.quick ? 200 : 2000;
    const files = Array.from({ length: count }, (_, at) => madeOf(`part-${at}-${SMALL + at}`, SMALL + at));
    const sources = [await this.#source({}), await this.#source({})];
    const outcome = await alternate(
      this.#rounds,
      () => this.#pull(sources, files),
      () => this.#hf(hf, sources[0]!, files),
    );
    return [
      this.#row(`pull, ${count} small files`, outcome, 'least', 3, 'of 4 KB; yardstick is hf download without xet'),
    ];
  }

  #row(name: string, outcome: Outcome, at: 'least' | 'most', ratio: number, note: string): Row {
    this.#settings.say(`${name}: ${outcome.ratio.toPrecision(3)} of the yardstick`);
    return {
      ...{ name, target: { at, ratio }, ratio: outcome.ratio },
      ours: { value: outcome.ours, unit: 'MB/s' },
      yardstick: { value: outcome.yardstick, unit: 'MB/s' },
      note: `${note}; ${formatSpread(outcome, this.#rounds)}`,
    };
  }

  async #source(job: Partial<PullSourceJob>): Promise<string> {
    const child = startChild('pull-source.ts');
    this.#children.push(child);
    child.send({ seed: SEED, rate: 0, lies: false, isDead: false, ...job } satisfies PullSourceJob);
    return nextMessage<string>(child);
  }

  /** Pulls the files, and returns the megabytes per second. */
  async #pull(sources: readonly string[], files: readonly Made[]): Promise<number> {
    const locked = files.map((file) => ({
      ...file,
      urls: sources.map((base, at) => ({ source: `source-${at}`, url: `${base}/${file.path}` })),
    }));
    const model = { revision: 'a'.repeat(40), object: `blake3:${'0'.repeat(64)}`, files: locked };
    const lock = JSON.stringify({ format: LOCK_FORMAT, hub: 'https://hub.example', models: { [MODEL]: model } });
    const hub = await servedBy((_, response) => void response.end(lock));
    const to = this.#folder();
    try {
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      return await this.#run(process.execPath, [this.#program, '--hub', hub.base, MODEL, '--to', to, '--json'], bytes);
    } finally {
      await hub.close();
      rmSync(to, { recursive: true, force: true });
    }
  }

  async #curl(source: string): Promise<number> {
    const to = this.#folder();
    const rate = await this.#run('curl', ['-sf', '-o', to, `${source}/${this.#large.path}`], this.#large.size);
    rmSync(to);
    return rate;
  }

  async #aria2(meta4: string): Promise<number> {
    const to = this.#folder();
    const words = ['-q', '-M', meta4, '-d', to, '--file-allocation=none', '--max-connection-per-server=4', '-s', '8'];
    const rate = await this.#run('aria2c', words, this.#large.size);
    rmSync(to, { recursive: true });
    return rate;
  }

  #meta4(sources: readonly string[]): string {
    const { path, size, sha256 } = this.#large;
    const urls = sources.map((base) => `<url>${base}/${path}</url>`).join('');
    const file = `<file name="${path}"><size>${size}</size><hash type="sha-256">${sha256}</hash>${urls}</file>`;
    const meta4 = join(this.#settings.folder, 'large.meta4');
    writeFileSync(meta4, `<?xml version="1.0"?><metalink xmlns="urn:ietf:params:xml:ns:metalink">${file}</metalink>`);
    return meta4;
  }

  async #hf(hf: string, source: string, files: readonly Made[]): Promise<number> {
    const commit = 'a'.repeat(40);
    const hub = await servedBy(({ url = '' }, response) => {
      if (url.includes('/tree/')) {
        const entries = files.map(({ path, size, sha256 }) => ({ type: 'file', path, size, oid: sha256 }));
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(entries));
        return;
      }
      const file = files.find(({ path }) => url.endsWith(`/${path}`));
      if (!file) {
        const siblings = files.map(({ path }) => ({ rfilename: path }));
        response.end(JSON.stringify({ id: MODEL, sha: commit, siblings, tags: [], private: false }));
        return;
      }
      const etag = `"${file.sha256}"`;
      // If a source had the host name of the hub, hf would take the source for the hub. So the source gets another host
      // name.
      const away = source.replace('127.0.0.1', 'localhost');
      response.writeHead(302, {
        ...{ Location: `${away}/${file.path}`, ETag: etag, 'X-Linked-Etag': etag },
        ...{ 'X-Linked-Size': file.size, 'X-Repo-Commit': commit },
      });
      response.end();
    });
    const to = this.#folder();
    const env = { HF_ENDPOINT: hub.base, HF_HUB_DISABLE_XET: '1', HF_HOME: to, HF_HUB_DISABLE_TELEMETRY: '1' };
    try {
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      return await this.#run(hf, ['download', MODEL, '--quiet'], bytes, env);
    } finally {
      await hub.close();
      rmSync(to, { recursive: true, force: true });
    }
  }

  #folder(): string {
    return join(this.#settings.folder, `pulled-${this.#count++}`);
  }

  /** Runs a command to its end, and returns the megabytes per second. If it is a pull, also records its peak memory. */
  async #run(command: string, words: string[], bytes: number, env: Record<string, string> = {}): Promise<number> {
    const begun = performance.now();
    const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
    const isOurs = words[0] === this.#program;
    const watch = setInterval(() => {
      if (isOurs) this.#memory = Math.max(this.#memory, peakOf(child.pid!));
    }, 100);
    const [code] = (await once(child, 'close')) as [number | null];
    clearInterval(watch);
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
    return bytes / 1e6 / ((performance.now() - begun) / 1000);
  }
}

/** Returns the peak memory of a running process in bytes; 0 if the system does not report it. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

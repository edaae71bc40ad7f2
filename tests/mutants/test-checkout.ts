// Makes a copy of the checkout, in which the code can be changed and test files can run.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import process from 'node:process';
import { compileCache } from '../fixtures/compile-cache.ts';
import { FIXTURE, NOTED } from './probes.ts';

const root = join(import.meta.dirname, '../..');
/**
 * The names in the checkout that are not copied. The copy gets a link to the packages, and needs no history, days or
 * builds.
 */
const NOT_COPIED = new Set(['node_modules', '.git', 'data', 'dist']);
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');

/** The result of running some test files. */
interface Run {
  /**
   * The first test file that failed, as a path relative to the copy. If vitest failed and names no file, all test files
   * of the run.
   */
  failed: readonly string[];
  /** True if the time limit ended the run. */
  isLate: boolean;
  /** The seconds that each finished test file took, by its path. */
  seconds: ReadonlyMap<string, number>;
}

/** The processes that may write below a copy. They must end before the copy is removed. */
const running = new Set<ChildProcess>();

/** Ends every run, and all processes that its tests have started. */
export function endRuns(): void {
  for (const child of running) endGroup(child);
}

/** Ends all processes of a run. Does nothing if all have ended. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export class TestCheckout {
  readonly #code: string;
  readonly #temporary: string;
  readonly #report: string;
  readonly #modules: string;

  /** Makes the copy below `folder`, and beside the copy a folder for files that tests write. */
  constructor(folder: string) {
    this.#code = join(folder, 'code');
    this.#temporary = join(folder, 'tmp');
    this.#report = join(folder, 'report.json');
    this.#modules = join(folder, 'modules');
    mkdirSync(this.#temporary, { recursive: true });
    const filter = (path: string) => !NOT_COPIED.has(path.slice(root.length + 1).split(sep)[0]!);
    cpSync(root, this.#code, { recursive: true, filter });
    symlinkSync(join(root, 'node_modules'), join(this.#code, 'node_modules'), 'dir');
  }

  /** Returns the path that the checkout's file `path` has in the copy. */
  at(path: string): string {
    return join(this.#code, path);
  }

  textOf(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  /**
   * Gives some modules the texts in `texts`, calls `run`, and puts the original texts back. Resolves to the result of
   * `run`.
   */
  async changed<T>(texts: ReadonlyMap<string, string>, run: () => Promise<T>): Promise<T> {
    const before = [...texts.keys()].map((path) => [path, this.textOf(path)] as const);
    for (const [path, text] of texts) writeFileSync(this.at(path), text);
    try {
      return await run();
    } finally {
      for (const [path, text] of before) writeFileSync(this.at(path), text);
    }
  }

  /**
   * Runs test files until one fails, for at most `limit` seconds. If a folder for `notes` is given, runs all test files
   * even if some fail.
   */
  async run(tests: readonly string[], limit: number, notes?: string): Promise<Run> {
    rmSync(this.#report, { force: true });
    const child = this.#start(tests, notes);
    running.add(child);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child);
    }, limit * 1000);
    const code = await new Promise<number | null>((done) => child.once('exit', done));
    clearTimeout(timer);
    endGroup(child);
    running.delete(child);
    this.#tidy();
    const results = this.#results();
    const seconds = new Map(results.map(({ name, startTime, endTime }) => [name, (endTime - startTime) / 1000]));
    if (isLate || code === 0) return { isLate, seconds, failed: [] };
    const first = results.find(({ status }) => status === 'failed');
    return { isLate, seconds, failed: first ? [first.name] : tests };
  }

  #start(tests: readonly string[], notes: string | undefined): ChildProcess {
    const options = ['--config', 'tests/mutants/vitest.config.ts', '--tags-filter', '!all'];
    const output = ['--bail', notes ? '0' : '1', '--reporter', 'json', '--outputFile', this.#report];
    return spawn(process.execPath, [vitest, 'run', ...options, ...output, ...tests], {
      cwd: this.#code,
      stdio: 'ignore',
      detached: true,
      env: {
        ...{ ...process.env, TEST_ALL: '', TMPDIR: this.#temporary, VITEST_FS_MODULE_CACHE_PATH: this.#modules },
        ...(notes && { [NOTED]: join(notes, FIXTURE) }),
      },
    });
  }

  /** Removes the files that tests have left, except compiled code, which later tests reuse. */
  #tidy(): void {
    for (const name of readdirSync(this.#temporary))
      if (name !== basename(compileCache.NODE_COMPILE_CACHE))
        rmSync(join(this.#temporary, name), { recursive: true, force: true, maxRetries: 10 });
  }

  /** Returns the test files in vitest's report; none if vitest wrote no report. */
  #results(): FileResult[] {
    if (!existsSync(this.#report)) return [];
    const { testResults } = JSON.parse(readFileSync(this.#report, 'utf8')) as { testResults: FileResult[] };
    const here = realpathSync(this.#code);
    return testResults.map((one) => ({ ...one, name: relative(here, one.name).replaceAll(sep, '/') }));
  }
}

/** A test file in vitest's report. */
interface FileResult {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
}

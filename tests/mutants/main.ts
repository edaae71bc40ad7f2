// `npm run mutants -- [--seed N] [--count N] [--minutes N] [--only TEXT]`: changes the code in one small place at a time, in a
// copy of the checkout, and says which changes a test of `npm test` notices.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readModules } from '../fixtures/modules.ts';
import { chosenMutants, type Mutant } from './chosen-mutants.ts';
import { mutated } from './mutations.ts';
import { testsByDistance } from './reaching-tests.ts';

const root = join(import.meta.dirname, '../..');
const ROOMS = /^(src|functions|generator)\/.*(?<!\.d)\.ts$/;
/** The copy links to the packages, and has no days and no build. */
const NOT_COPIED = new Set(['node_modules', '.git', 'data', 'dist']);
/** Test files that one vitest runs: more would delay the nearest, which kill most mutants; fewer start it more often. */
const TOGETHER = 4;

type Fate = 'killed' | 'survived' | 'unreached' | 'unsure';

/** The result of some test files: the first one that failed, or that the time was up. */
interface Run {
  failed?: string;
  late?: true;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
});
const [seed, count, minutes] = [Number(values.seed), Number(values.count), Number(values.minutes)];
if (![seed, count, minutes].every((one) => Number.isSafeInteger(one) && one > 0)) {
  process.stderr.write('--seed, --count and --minutes are whole numbers above 0.\n');
  process.exit(2);
}

const copy = mkdtempSync(join(tmpdir(), 'model-hub-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
cpSync(root, copy, {
  recursive: true,
  filter: (path) => !NOT_COPIED.has(path.slice(root.length + 1).split(sep)[0]!),
});
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');

const modules = readModules().map(({ path, needs, imports }) => ({
  path,
  needs: [...needs, ...imports.map(({ from }) => from)],
}));
const fates: Record<Fate, number> = { killed: 0, survived: 0, unreached: 0, unsure: 0 };
for (const mutant of mutantsHere()) {
  const { fate, why } = await fateOf(mutant);
  fates[fate] += 1;
  console.log(`${fate} ${words(mutant)}${why}`);
}
console.log(
  `Seed ${seed}: ${Object.entries(fates)
    .map(([fate, many]) => `${many} ${fate}`)
    .join(', ')}.`,
);

function mutantsHere(): Mutant[] {
  const paths = modules.map(({ path }) => path).filter((path) => ROOMS.test(path) && path.includes(values.only));
  return chosenMutants(new Map(paths.map((path) => [path, readFileSync(join(copy, path), 'utf8')])), { seed, count });
}

/** The place of the mutant, and its code before and after. */
function words({ path, mutation }: Mutant): string {
  const source = readFileSync(join(copy, path), 'utf8');
  const line = source.slice(0, mutation.start).split('\n').length;
  const from = source.slice(mutation.start, mutation.end).replace(/\s+/g, ' ').slice(0, 60);
  return `${path}:${line} ${mutation.kind} \`${from}\` → \`${mutation.to}\``;
}

/** Runs the tests that reach the mutant, the nearest first, until one fails. */
async function fateOf({ path, mutation }: Mutant): Promise<{ fate: Fate; why: string }> {
  const tests = testsByDistance(path, modules).flat();
  if (tests.length === 0) return { fate: 'unreached', why: '' };
  const file = join(copy, path);
  const source = readFileSync(file, 'utf8');
  const end = performance.now() + minutes * 60_000;
  for (let at = 0; at < tests.length; at += TOGETHER) {
    writeFileSync(file, mutated(source, mutation));
    const run = await runTests(tests.slice(at, at + TOGETHER), end);
    writeFileSync(file, source);
    if (run.late)
      return { fate: 'unsure', why: `: ${minutes} minutes were over after ${at} of ${tests.length} test files` };
    if (run.failed === undefined) continue;
    // A test that fails without the mutant as well proves nothing.
    const isRed = (await runTests([run.failed], Number.POSITIVE_INFINITY)).failed !== undefined;
    return isRed
      ? { fate: 'unsure', why: `: ${run.failed} fails anyway` }
      : { fate: 'killed', why: ` by ${run.failed}` };
  }
  return { fate: 'survived', why: ` ${tests.length} test files` };
}

/** Runs test files in the copy until one fails, or the clock of `performance` shows `end`. */
async function runTests(tests: readonly string[], end: number): Promise<Run> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
  const options = ['--config', 'tests/vitest.config.ts', '--tags-filter', '!all', '--bail', '1', '--retry', '0'];
  const output = ['--reporter', 'json', '--outputFile', report];
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...output, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, TEST_ALL: '' },
  });
  const stop = () => process.kill(-child.pid!, 'SIGKILL');
  // Before the copy is removed, which it may still write to.
  process.prependOnceListener('exit', stop);
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      stop();
    },
    Math.min(end - performance.now(), 2 ** 31 - 1),
  );
  const [code] = await new Promise<[number | null]>((done) => child.once('exit', (status) => done([status])));
  clearTimeout(timer);
  process.off('exit', stop);
  if (late) return { late: true };
  return code === 0 ? {} : { failed: failedIn(report) ?? tests[0]! };
}

/** The first failed test file of a report, relative to the copy; undefined where vitest wrote none. */
function failedIn(report: string): string | undefined {
  if (!existsSync(report)) return undefined;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  const name = testResults.find(({ status }) => status === 'failed')?.name;
  return name && relative(realpathSync(copy), name).replaceAll(sep, '/');
}

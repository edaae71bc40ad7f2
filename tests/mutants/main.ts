// Runs `npm run mutants -- [--seed N] [--count N] [--minutes N] [--only TEXT] [--to FILE]`: makes one small change of
// the code at a time, in a copy of the checkout, and says whether a test of `npm test` fails. Writes the results to
// FILE as lines of JSON. A stopped run continues from FILE. To try a mutant again, remove its line.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readModules } from '../fixtures/modules.ts';
import { temporaryFolder } from '../fixtures/temporary.ts';
import { chosenMutants, type Mutant } from './chosen-mutants.ts';
import { tryMutant } from './mutant-trial.ts';
import { placesReached, probed } from './probes.ts';
import { likeliestTests } from './reaching-tests.ts';
import { type MutantLine, ResultsFile } from './results-file.ts';
import { endRuns, TestCheckout } from './test-checkout.ts';

const root = join(import.meta.dirname, '../..');
const ROOMS = /^(src|functions|generator|content\/spaces)\/.*(?<!\.d)\.ts$/;
/** The number of test files that each mutant is tried with at first, before the run knows which test files reach it. */
const LIKELIEST = 6;
/** The number of test files that run together to learn which places they reach. A stopped run repeats these files. */
const ASKED = 24;
/** The seconds that a test file is assumed to take if it has not run yet. */
const USUAL = 15;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'mutants.log' },
  },
});
const [seed, count, minutes] = [Number(values.seed), Number(values.count), Number(values.minutes)];
if (![seed, count, minutes].every((one) => Number.isSafeInteger(one) && one > 0)) {
  process.stderr.write('--seed, --count and --minutes are whole numbers above 0.\n');
  process.exit(2);
}

const modules = readModules().map(({ path, needs, imports }) => ({
  path,
  needs: [...needs, ...imports.map(({ from }) => from)],
}));
const sources = new Map(
  modules
    .map(({ path }) => path)
    .filter((path) => ROOMS.test(path) && path.includes(values.only))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const mutants = chosenMutants(sources, { seed, count });
const code = createHash('sha256')
  .update(JSON.stringify([...sources]))
  .digest('hex');
const results = new ResultsFile(values.to, `seed ${seed}, count ${count}, only ${values.only}, code ${code}`);

const folder = mkdtempSync(join(temporaryFolder(), 'mutants-'));
process.on('exit', () => {
  endRuns();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
// npm passes a signal only to its shell, which then ends without a word. So this process ends when its parent has
// ended.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || process.exit(1), 500).unref();
const checkouts = ['1', '2'].map((name) => new TestCheckout(join(folder, name)));

const named = new Map(mutants.map((mutant, id) => [words(mutant), { ...mutant, id }]));
await inTurns(
  [...named].filter(([name]) => !results.mutants.has(name)),
  async (checkout, [name, mutant]) => {
    const tests = likeliestTests(mutant.path, modules).slice(0, LIKELIEST);
    const trial = await tryMutant(checkout, mutant, { tests, minutes, limit });
    report({ mutant: name, ...trial, fate: trial.fate === 'killed' ? 'killed' : 'open', tests: tests.length });
  },
);
const open = [...named].filter(([name]) => results.mutants.get(name)!.fate === 'open');
if (open.length > 0) await askTests();
await inTurns(open, async (checkout, [name, mutant]) => {
  const tests = testsThatReach(mutant);
  if (tests.length === 0) return report({ mutant: name, fate: 'unreached', tests: 0 });
  const trial = await tryMutant(checkout, mutant, { tests, minutes, limit });
  report({ mutant: name, ...trial, tests: tests.length });
});
const fates = Object.entries(Object.groupBy(results.mutants.values(), ({ fate }) => fate));
console.log(`Seed ${seed}: ${fates.map(([fate, all]) => `${all?.length} ${fate}`).join(', ')}.`);

/** Describes a mutant: its place, and the code there before and after the change. */
function words({ path, mutation }: Mutant): string {
  const source = sources.get(path)!;
  const line = source.slice(0, mutation.start).split('\n').length;
  const from = source.slice(mutation.start, mutation.end).replace(/\s+/g, ' ').slice(0, 60);
  return `${path}:${line} ${mutation.kind} \`${from}\` → \`${mutation.to}\``;
}

/**
 * Lists the test files that have noted the mutant's place, the likeliest to fail first. Browsers note nothing, so a
 * place that no process has reached gets the browser tests.
 */
function testsThatReach({ id, path }: { id: number; path: string }): string[] {
  const all = [...results.tests.values()];
  const noted = all.filter(({ reaches }) => reaches.includes(id)).map(({ test }) => test);
  if (noted.length === 0) return all.map(({ test }) => test).filter((test) => test.startsWith('tests/browser/'));
  const likeliest = likeliestTests(path, modules);
  return [...likeliest.filter((test) => noted.includes(test)), ...noted.filter((test) => !likeliest.includes(test))];
}

function report(line: MutantLine): void {
  results.add(line);
  console.log(`${line.fate} ${line.mutant}${line.by ? ` by ${line.by}` : ''}`);
}

/** Runs every test file that the results lack, with a probe at each mutant's place in the code. */
async function askTests(): Promise<void> {
  const notes = join(folder, 'notes');
  mkdirSync(notes);
  const texts = new Map(
    [...Map.groupBy(named.values(), ({ path }) => path)].map(([path, here]) => [
      path,
      probed(sources.get(path)!, here),
    ]),
  );
  const tests = globSync('tests/**/*.test.ts', { cwd: root })
    .filter((test) => !results.tests.has(test))
    .sort();
  const parts = Array.from({ length: Math.ceil(tests.length / ASKED) }, (_, at) =>
    tests.slice(at * ASKED, (at + 1) * ASKED),
  );
  await inTurns(parts, async (checkout, part) => {
    const { seconds } = await checkout.changed(texts, () => checkout.run(part, limit(part), notes));
    for (const test of part) {
      const reaches = [...placesReached(notes, test, join(root, test))];
      results.add({ test, seconds: Math.round(seconds.get(test) ?? USUAL), reaches });
    }
    console.log(`${results.tests.size} test files were asked what they reach.`);
  });
}

/**
 * Returns the seconds that test files may take: several times what they took before, and five minutes more for a busy
 * machine.
 */
function limit(tests: readonly string[]): number {
  return tests.reduce((sum, test) => sum + 5 * (5 + (results.tests.get(test)?.seconds ?? USUAL)), 300);
}

/** Runs each of `jobs` in the next free copy of the checkout. */
async function inTurns<T>(jobs: readonly T[], run: (checkout: TestCheckout, job: T) => Promise<void>): Promise<void> {
  const left = jobs.values();
  await Promise.all(
    checkouts.map(async (checkout) => {
      for (const job of left) await run(checkout, job);
    }),
  );
}

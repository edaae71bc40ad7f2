// `npm test`: formatter and linter, types, tests, and how long each took. Words after `--` go to vitest, and then nothing else runs.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { compileCache } from './fixtures/compile-cache.ts';

/** A program of a package, and the words it is started with. */
interface Step {
  name: string;
  package: string;
  program: string;
  words: string[];
}

const require = createRequire(import.meta.url);
const words = process.argv.slice(2);

const tests: Step = {
  name: 'tests',
  package: 'vitest',
  program: 'vitest',
  words: ['run', '--config', 'tests/vitest.config.ts', ...words],
};
const checks: Step[] = [
  { name: 'formatter and linter', package: '@biomejs/biome', program: 'biome', words: ['check', '.'] },
  { name: 'types', package: 'typescript', program: 'tsc', words: ['--noEmit'] },
];

/** Runs `step` and gives the seconds it took. Ends the whole run when it fails. */
function run(step: Step): number {
  const begun = performance.now();
  const { status, error } = spawnSync(process.execPath, [programOf(step), ...step.words], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...compileCache, ...process.env },
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
  return (performance.now() - begun) / 1000;
}

/** The module that a package runs as `program`. */
function programOf({ package: name, program }: Step): string {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest) as { bin: Record<string, string> };
  return join(dirname(manifest), bin[program]!);
}

const steps = words.length > 0 ? [tests] : [...checks, tests];
const times = steps.map((step) => `${step.name} ${run(step).toFixed(1)} s`);
if (steps.length > 1) console.log(`Time: ${times.join(', ')}`);

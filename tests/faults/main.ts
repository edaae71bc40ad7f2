// Runs `npm run faults`: runs the scenarios that attack, starve and kill the hub, and prints what was seen.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type FoundFault, findFaults } from './find-faults.ts';

const USAGE = 'Use: npm run faults -- [NAME…] [--short]\n';

/**
 * Selects the scenarios whose names contain one of the words; all if there are no words. Ends the process if a word
 * fits none.
 */
function chosen(all: readonly FoundFault[], words: readonly string[]): readonly FoundFault[] {
  const fits = (word: string) => all.filter(({ fault, file }) => `${fault.name} ${file}`.includes(word));
  const missing = words.filter((word) => fits(word).length === 0);
  if (missing.length > 0) {
    const names = all.map(({ fault }) => `  ${fault.name}`).join('\n');
    process.stderr.write(`${USAGE}No scenario is called ${missing.join(', ')}; there are:\n${names}\n`);
    process.exit(2);
  }
  return words.length === 0 ? all : all.filter((one) => words.some((word) => fits(word).includes(one)));
}

/** Runs a scenario, and prints its figures. Resolves to true if its promise held. */
async function run({ name, promise, ...fault }: FoundFault['fault'], scale: 'short' | 'long'): Promise<boolean> {
  if (fault.missing !== undefined) {
    process.stdout.write(`${name}: skipped, ${fault.missing}\n`);
    return true;
  }
  process.stderr.write(`${name} …\n`);
  const begun = performance.now();
  const { held, figures } = await fault.run(scale).catch((error: unknown) => ({
    held: false,
    figures: `it could not be set up: ${(error as Error).message}`,
  }));
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(`${name}: ${held ? 'held' : 'DID NOT HOLD'} after ${seconds} s. ${promise}\n  ${figures}\n`);
  return held;
}

const { values, positionals } = readArguments();

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { short: { type: 'boolean', default: false } } });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

for (const { fault } of chosen(await findFaults(), positionals))
  if (!(await run(fault, values.short ? 'short' : 'long'))) process.exitCode = 1;

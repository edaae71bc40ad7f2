// Runs `npm run faults`: runs the scenarios that attack, starve and kill the hub, prints the results, and writes them
// to README.md.
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { writeDurably } from '../../generator/files/durability.ts';
import { type FoundFault, findFaults } from './find-faults.ts';
import { type RanFault, withRows } from './outcome-table.ts';

const PAGE = join(import.meta.dirname, 'README.md');
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

async function run({ fault }: FoundFault, scale: 'short' | 'long'): Promise<RanFault> {
  process.stderr.write(`${fault.name} …\n`);
  const begun = performance.now();
  const outcome = await fault.run(scale).catch((error: unknown) => ({
    held: false,
    figures: `it could not be set up: ${(error as Error).message}`,
  }));
  const seconds = (performance.now() - begun) / 1000;
  process.stderr.write(
    `  ${outcome.held ? 'held' : 'DID NOT HOLD'} after ${seconds.toFixed(0)} s: ${outcome.figures}\n`,
  );
  return { ...fault, ...outcome, seconds };
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

const faults = chosen(await findFaults(), positionals);
const ran: RanFault[] = [];
for (const one of faults) {
  const { missing, name } = one.fault;
  if (missing === undefined) ran.push(await run(one, values.short ? 'short' : 'long'));
  else process.stderr.write(`${name}: skipped, ${missing}\n`);
}
const day = new Date().toISOString().slice(0, 10);
const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const told = withRows('', ran, { day, machine });
if (values.short)
  process.stdout.write('\nShort forms: smaller numbers than the promises name, and no times are judged.\n');
process.stdout.write(`\n${told}`);
// The short form proves little, so the file gets only results of the long form.
if (!values.short) writeDurably(PAGE, withRows(readFileSync(PAGE, 'utf8'), ran, { day, machine }));
if (ran.some(({ held }) => !held)) process.exitCode = 1;

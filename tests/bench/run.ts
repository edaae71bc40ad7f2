// Runs benchmarks one after another, and prints a table of their results.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { codeOf } from './base-code.ts';
import { type Bench, formatTable, isMet, missedRows, type Row } from './row.ts';

type Benches = Readonly<Record<string, Bench>>;

/** Receives the table and the lines of progress. */
interface Screen {
  out(text: string): void;
  err(text: string): void;
}

/** Facts about the machine and the run, for the table and its JSON. */
interface Machine {
  node: string;
  cores: number;
  /** True if the inputs were smaller, so that no target applies. */
  quick: boolean;
}

/**
 * Runs the benchmarks that `words` name (`a b`, or `--only a,b`); by default all. `--quick` takes smaller inputs.
 * `--base` compares with the code of a commit, where a benchmark can. `--json` also writes the rows to a file. Resolves
 * to the exit code: 0, 1 if a target is missed (never with `--quick`), or 2 for an unknown name or option. If a
 * benchmark throws, prints the rows before it and rejects with its error.
 */
export async function runBenches(benches: Benches, words: string[], screen: Screen): Promise<number> {
  const asked = parseWords(words);
  if (typeof asked === 'string') {
    screen.err(`${asked}\nUsage: npm run bench -- [NAME …] [--quick] [--json FILE] [--base COMMIT]\n`);
    return 2;
  }
  const { values, names } = asked;
  const wanted = names.length > 0 ? names : Object.keys(benches);
  const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    screen.err(`No bench is named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.\n`);
    return 2;
  }
  const machine: Machine = { node: process.version, cores: availableParallelism(), quick: values.quick };
  const folder = mkdtempSync(join(process.env.HUB_BENCH_FOLDER ?? tmpdir(), 'model-hub-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const interrupted = () => {
    remove();
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  const rows: Row[] = [];
  try {
    if (values.base !== undefined) screen.err(`installing ${values.base} …\n`);
    const base = values.base === undefined ? undefined : codeOf(values.base, join(folder, 'base'));
    for (const name of wanted) {
      screen.err(`${name} …\n`);
      const say = (line: string) => screen.err(`  ${line}\n`);
      rows.push(...(await benches[name]!({ quick: values.quick, folder, base, say })));
    }
  } finally {
    // Prints the table first, because removing millions of small files takes minutes.
    tell(rows, machine, values.json, screen);
    remove();
    process.off('SIGINT', interrupted);
  }
  return verdict(rows, machine, screen);
}

/** Parses the arguments. Returns a message if an option is unknown. */
function parseWords(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        base: { type: 'string' },
      },
    });
    return { values, names: [...positionals, ...(values.only?.split(',') ?? [])] };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Prints all rows. After an error, these are the rows measured before it. */
function tell(rows: readonly Row[], machine: Machine, file: string | undefined, { out }: Screen): void {
  const { node, cores, quick } = machine;
  out(`\n${formatTable(rows)}\n`);
  out(
    `Node ${node}, ${cores} cores${quick ? ', --quick: smaller inputs, no verdict' : ''}. Ratios are medians of rounds run in turn.\n`,
  );
  const judged = rows.map((row) => ({ ...row, met: isMet(row) }));
  if (file) writeFileSync(file, `${JSON.stringify({ machine, rows: judged }, null, 1)}\n`);
}

function verdict(rows: readonly Row[], { quick }: Machine, { err }: Screen): number {
  const missed = missedRows(rows);
  if (quick || missed.length === 0) return 0;
  err(`Targets missed: ${missed.map(({ name }) => name).join(', ')}.\n`);
  return 1;
}

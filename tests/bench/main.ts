// `npm run bench`: measures every row of the performance table side by side with its yardstick, and prints the table.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { account } from './account.ts';
import { browse } from './browse.ts';
import { coldStart } from './cold-start.ts';
import { fullBuild } from './full-build.ts';
import { incrementalBuild } from './incremental-build.ts';
import { lighthouse } from './lighthouse.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { modelPages } from './model-pages.ts';
import { objects } from './objects.ts';
import { redirect } from './redirect.ts';
import { registry } from './registry.ts';
import { type Bench, formatTable, isMet, type Row } from './row.ts';
import { search } from './search.ts';
import { staticAnswer } from './static-answer.ts';

const benches: Record<string, Bench> = {
  redirect,
  'static-answer': staticAnswer,
  registry,
  mcp,
  objects,
  account,
  memory,
  'full-build': fullBuild,
  'model-pages': modelPages,
  // Its tree stays, for the cold start.
  'incremental-build': incrementalBuild,
  'cold-start': coldStart,
  search,
  browse,
  lighthouse,
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const wanted = values.only?.split(',') ?? Object.keys(benches);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  process.stderr.write(`No bench is named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(process.env.HUB_BENCH_FOLDER ?? tmpdir(), 'model-hub-bench-'));
const remove = () => rmSync(folder, { recursive: true, force: true });
process.once('SIGINT', () => {
  remove();
  process.exit(130);
});
const rows: Row[] = [];
try {
  for (const name of wanted) {
    process.stderr.write(`${name} …\n`);
    const say = (line: string) => process.stderr.write(`  ${line}\n`);
    rows.push(...(await benches[name]!({ quick: values.quick, folder, say })));
  }
} finally {
  // Before the folder goes: millions of small files take minutes.
  tell();
  remove();
}

/** Prints what was measured, be it all or what there was before a fault. */
function tell(): void {
  const machine = { node: process.version, cores: availableParallelism(), quick: values.quick };
  process.stdout.write(`\n${formatTable(rows)}\n`);
  process.stdout.write(
    `Node ${machine.node}, ${machine.cores} cores${machine.quick ? ', --quick: smaller inputs, no verdict' : ''}. Ratios are medians of rounds run in turn.\n`,
  );
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify({ machine, rows: rows.map((row) => ({ ...row, met: isMet(row) })) }, null, 1)}\n`,
    );
}

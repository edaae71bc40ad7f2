// Runs `npm run bench`: measures each figure in turn with its yardstick, prints a table of all, and exits with 1 if a
// target is missed.
import process from 'node:process';
import { account } from './account.ts';
import { browse } from './browse.ts';
import { bucket } from './bucket.ts';
import { cards } from './cards.ts';
import { coldStart } from './cold-start.ts';
import { exports } from './export.ts';
import { fullBuild } from './full-build.ts';
import { incrementalBuild } from './incremental-build.ts';
import { instances } from './instances.ts';
import { lighthouse } from './lighthouse.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { objects } from './objects.ts';
import { pull } from './pull.ts';
import { redirect } from './redirect.ts';
import { registry } from './registry.ts';
import type { Bench } from './row.ts';
import { runBenches } from './run.ts';
import { search } from './search.ts';
import { staticAnswer } from './static-answer.ts';

const benches: Record<string, Bench> = {
  redirect,
  'static-answer': staticAnswer,
  instances,
  registry,
  mcp,
  objects,
  account,
  memory,
  'full-build': fullBuild,
  export: exports,
  // `cold-start` uses the tree that `incremental-build` leaves.
  'incremental-build': incrementalBuild,
  'cold-start': coldStart,
  pull,
  bucket,
  search,
  browse,
  lighthouse,
  cards,
};

process.exitCode = await runBenches(benches, process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});

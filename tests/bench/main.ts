// Runs `npm run bench`: measures each figure in turn with its yardstick, prints a table of all, and exits with 1 if a
// target is missed.
import process from 'node:process';
import { account } from './account.ts';
import { browse } from './browse.ts';
import { bucket } from './bucket.ts';
import { cards } from './cards.ts';
import { coldStart } from './cold-start.ts';
import { crawl } from './crawl.ts';
import { edge } from './edge.ts';
import { exports } from './export.ts';
import { exportSearch } from './export-search.ts';
import { fullBuild } from './full-build.ts';
import { incrementalBuild } from './incremental-build.ts';
import { instances } from './instances.ts';
import { largeDay } from './large-day.ts';
import { largeIndex } from './large-index.ts';
import { largeLog } from './large-log.ts';
import { lighthouse } from './lighthouse.ts';
import { log } from './log.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { mirror } from './mirror.ts';
import { modelPages } from './model-pages.ts';
import { objects } from './objects.ts';
import { proof } from './proof.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { redirect } from './redirect.ts';
import { refresh } from './refresh.ts';
import { registry } from './registry.ts';
import type { Bench } from './row.ts';
import { runBenches } from './run.ts';
import { search } from './search.ts';
import { smallFiles } from './small-files.ts';
import { staticAnswer } from './static-answer.ts';
import { worker } from './worker.ts';
import { workers } from './workers.ts';

const benches: Record<string, Bench> = {
  redirect,
  workers,
  'static-answer': staticAnswer,
  edge,
  instances,
  worker,
  registry,
  mcp,
  objects,
  account,
  memory,
  'full-build': fullBuild,
  'model-pages': modelPages,
  export: exports,
  'export-search': exportSearch,
  // `cold-start` uses the tree that `incremental-build` leaves.
  'incremental-build': incrementalBuild,
  'cold-start': coldStart,
  mirror,
  crawl,
  refresh,
  'small-files': smallFiles,
  log,
  push,
  pull,
  proof,
  bucket,
  search,
  browse,
  lighthouse,
  cards,
};

/** The benchmarks that run only if they are named. */
const byHand: Record<string, Bench> = { 'large-day': largeDay, 'large-index': largeIndex, 'large-log': largeLog };

process.exitCode = await runBenches({ benches, byHand }, process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});

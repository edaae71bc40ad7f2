// Runs a pull in a process of its own, so that a test can kill it.
import process from 'node:process';
import { inFolder } from '../../../../generator/pull/placement.ts';
import type { PlannedFile } from '../../../../generator/pull/plan.ts';
import { runPull } from '../../../../generator/pull/pull-run.ts';
import type { PullLimits } from '../../../../generator/pull/pull-source.ts';
import { WireClient } from '../../../../generator/pull/wire-client.ts';

export interface KilledPull {
  folder: string;
  files: PlannedFile[];
  limits: PullLimits;
}

process.once('message', async ({ folder, files, limits }: KilledPull) => {
  const client = new WireClient({ tokens: new Map(), userAgent: 'test' });
  const plan = { id: 'acme/tiny', revision: 'a'.repeat(40), files };
  await runPull(plan, { client, limits, placement: inFolder(folder), tell() {} });
  process.exit();
});

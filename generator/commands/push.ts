// `model-hub push s3://…`: uploads the current tree to a bucket, where hubs read it.

import process from 'node:process';
import { counted } from '../../src/model/figures.ts';
import { UsageFailure } from '../process/failure.ts';
import type { PushOutcome } from '../push/run-push.ts';

interface Options {
  prune?: true;
  repair?: true;
  dryRun?: boolean;
  parallel?: string;
  json?: boolean;
}

export async function run(
  address: string,
  { prune, repair, dryRun = false, parallel = '16', json = false }: Options,
): Promise<void> {
  const { parseBucketAddress } = await import('../../src/nouns/url-base.ts');
  if (!parseBucketAddress(address)) throw new UsageFailure(`${address} is no bucket: give s3://BUCKET/PREFIX.`);
  if (!/^[1-9]\d{0,2}$/.test(parallel) || Number(parallel) > 256)
    throw new UsageFailure('--parallel must be a whole number from 1 to 256.');
  const { progressFor } = await import('../process/progress-for.ts');
  const { runPush } = await import('../push/run-push.ts');
  const asked = { prunes: prune === true, repairs: repair === true, isDry: dryRun };
  const request = { address, ...asked, parallel: Number(parallel) };
  const report = await runPush(process.env, request, progressFor(json));
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : sentence(report, address, dryRun));
}

function sentence(report: PushOutcome, address: string, isDry: boolean): string {
  const { snapshot, files, bytes, removed, requests, log } = report;
  const got = `${isDry ? 'would get' : 'got'} ${counted(files, 'file')} (${counted(bytes, 'byte')})`;
  const lost = removed === undefined ? '' : ` and ${isDry ? 'would lose' : 'lost'} ${removed}`;
  const logged = log === undefined ? '' : ` and the log of ${counted(log, 'leaf', 'leaves')}`;
  const holds = `${isDry ? 'then it would hold' : 'it holds'} the tree of ${snapshot}${logged}`;
  return `${address} ${got}${lost}, in ${counted(requests, 'request')}; ${holds}.\n`;
}

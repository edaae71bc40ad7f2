// Does what `pull` was asked for, for the command and for the program of one file alike.
import { join } from 'node:path';
import process from 'node:process';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { parseUrlBase } from '../../src/nouns/url-base.ts';
import { onDisk } from '../files/full-disk.ts';
import { UsageFailure } from '../process/failure.ts';
import { hubCacheFolder, inFolder, inHubCache } from './disk/placement.ts';
import { wantedFiles } from './plan/chosen-files.ts';
import { planOfHub } from './plan/hub-plan.ts';
import type { PullOptions } from './pull-words.ts';
import type { PullSummary } from './run/pull-events.ts';
import { runPull } from './run/pull-run.ts';
import { tellPerson, tellProgram } from './tell/pull-lines.ts';
import { hostTokens, PULL_TOKENS } from './wire/host-tokens.ts';
import { proxiesOf } from './wire/proxies.ts';
import { parseRate, RateLimit } from './wire/rate-limit.ts';
import { WireClient } from './wire/wire-client.ts';

/** Pulls, tells what happens, and gives the summary. Throws a Failure when it can't begin. */
export async function pullModel(
  reference: string,
  names: readonly string[],
  options: PullOptions,
  env: Record<string, string | undefined> = process.env,
): Promise<PullSummary> {
  const { id, quant } = parseReference(reference);
  const base = hubBase(options.hub ?? env.HUB_URL);
  const limit = limitOf(options.limitRate);
  const client = new WireClient({
    proxyFor: proxiesOf(env),
    tokens: hostTokens(env[PULL_TOKENS]),
    userAgent: 'model-hub-pull/1',
  });
  try {
    const { include = [], exclude = [] } = options;
    const all = await planOfHub(client, base, id);
    const plan = { ...all, files: wantedFiles(all.files, { names, quant, include, exclude }) };
    const placement = options.cache
      ? inHubCache(options.to ?? hubCacheFolder(env), plan.id, plan.revision)
      : inFolder(options.to ?? join('.', plan.id.slice(plan.id.indexOf('/') + 1)));
    const tell = options.json ? tellProgram(process.stdout) : tellPerson(process.stderr, process.stdout);
    return await onDisk([{ folder: placement.work }], 'Make room and pull again: it goes on where it ended.', () =>
      runPull(plan, { client, placement, tell, limit, isOffline: options.offline === true }),
    );
  } finally {
    client.close();
  }
}

function parseReference(text: string): { id: string; quant?: string } {
  const [, id = '', quant] = /^([^:]+)(?::([\w.-]+))?$/.exec(text) ?? [];
  if (!parseModelId(id))
    throw new UsageFailure(`Name a model as owner/name or owner/name:Q4_K_M, not ${JSON.stringify(text)}.`);
  return { id, ...(quant !== undefined && { quant }) };
}

function hubBase(given: string | undefined): string {
  if (given === undefined) throw new UsageFailure('Name the hub: --hub https://hub.example, or HUB_URL.');
  const base = parseUrlBase(given);
  if (base === undefined)
    throw new UsageFailure(
      `A hub is named by an http(s) address such as https://hub.example, not ${JSON.stringify(given)}.`,
    );
  return base;
}

function limitOf(text: string | undefined): RateLimit | undefined {
  if (text === undefined) return undefined;
  const rate = parseRate(text);
  if (rate === undefined) throw new UsageFailure('--limit-rate must be bytes a second, such as 500K, 20M or 1.5G.');
  return new RateLimit(rate);
}

// Makes the plan of a model from the lock that a hub has of it: every file with its hash and its URLs at the sources.
import { own } from '../../../src/basics/records.ts';
import type { Lock } from '../../../src/shapes/log.ts';
import { wholeBody } from '../../process/answer-body.ts';
import { Failure, whyUnreached } from '../../process/failure.ts';
import type { WireClient } from '../wire/wire-client.ts';
import type { PullPlan } from './pull-plan.ts';

/** The maximum size in bytes of a lock: one of 250,000 files at three sources has 150 million bytes. */
const MOST_JSON = 256 * 2 ** 20;

/**
 * Returns the plan of the model `asked`, whose id may be in any letter case. Throws a Failure if the hub has no such
 * model or can't be reached.
 */
export async function planOfHub(client: WireClient, base: string, asked: string): Promise<PullPlan> {
  const lock = await hubJson(client, `${base}/models/${asked}/lock.json`);
  const models = (lock as Partial<Lock> | null)?.models;
  const id = Object.keys(models ?? {}).find((name) => name.toLowerCase() === asked.toLowerCase());
  const model = id === undefined ? undefined : own(models!, id);
  if (id === undefined || !/^[0-9a-f]{40}$/.test(model?.revision ?? '') || !model?.files?.every?.(isFile))
    throw new Failure(`${base} does not answer as a hub does: check the address.`);
  return { id, revision: model.revision, files: model.files };
}

/**
 * True if `file` has the shape of a locked file. Anything may answer at the address of the hub. Names and hashes are
 * checked later, before anything is written.
 */
function isFile(file: unknown): boolean {
  const { path, urls } = (file ?? {}) as { path?: unknown; urls?: unknown };
  return typeof path === 'string' && Array.isArray(urls) && urls.every(isPlace);
}

const isPlace = (one: { source?: unknown; url?: unknown } | null) =>
  typeof one?.source === 'string' && typeof one.url === 'string';

async function hubJson(client: WireClient, url: string): Promise<unknown> {
  try {
    const answer = await client.ask(url, { headers: { Accept: 'application/json' } });
    const bytes = await wholeBody(url, answer, { most: MOST_JSON });
    if (answer.statusCode === 200) return JSON.parse(bytes.toString());
    const { location, 'x-error-message': said } = answer.headers;
    if (location !== undefined && answer.statusCode! < 400)
      throw new Failure(`${url} leads to ${location}: name the hub by that address.`);
    throw new Failure(typeof said === 'string' && said !== '' ? said : `${url} answers with ${answer.statusCode}.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw error instanceof SyntaxError
      ? new Failure(`${url} does not answer with JSON: check the address of the hub.`, { cause: error })
      : new Failure(`${url} is not reached: ${whyUnreached(error)}.`, { cause: error });
  }
}

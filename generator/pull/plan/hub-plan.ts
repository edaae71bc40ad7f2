// Makes the plan of a model by asking a hub: its files with their hashes, and the places of each at its sources.
import type { IncomingMessage } from 'node:http';
import type { TreeEntry } from '../../../src/shapes/tree.ts';
import { Failure, whyUnreached } from '../../process/failure.ts';
import { StallWatch } from '../../process/stall-watch.ts';
import type { WireClient } from '../wire/wire-client.ts';
import { linkedUrls } from './linked-urls.ts';
import type { PlannedFile, PullPlan } from './pull-plan.ts';

/** The most bytes of an answer: a list of 100,000 files is smaller. */
const MOST_JSON = 64 * 2 ** 20;
/** Requests at a time. */
const LANES = 16;
const PATIENCE_MS = 30_000;

/** Gives the files that `choose` keeps, with their places. Throws a Failure with the hub's own sentence. */
export async function planOfHub(
  client: WireClient,
  base: string,
  id: string,
  choose: (files: readonly Omit<PlannedFile, 'urls'>[]) => readonly Omit<PlannedFile, 'urls'>[],
): Promise<PullPlan> {
  const { sha } = (await hubJson(client, `${base}/api/models/${id}`)) as { sha?: unknown };
  if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha)) throw notOurs(base);
  const entries = (await hubJson(client, `${base}/api/models/${id}/tree/${sha}`)) as TreeEntry[];
  if (!Array.isArray(entries)) throw notOurs(base);
  const files = choose(entries.map((entry) => ({ path: entry.path, size: entry.size, sha256: entry.oid })));
  const places = files.map(
    ({ path }) => `${base}/${id}/resolve/${sha}/${path.split('/').map(encodeURIComponent).join('/')}`,
  );
  const planned: PlannedFile[] = [];
  const lane = async (first: number) => {
    for (let at = first; at < files.length; at += LANES)
      planned[at] = { ...files[at]!, urls: linkedUrls(await askHub(client, places[at]!, 'HEAD', [302, 307])) };
  };
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
  return { id, revision: sha, files: planned };
}

const notOurs = (base: string) => new Failure(`${base} does not answer as a hub does: check the address.`);

async function hubJson(client: WireClient, url: string): Promise<unknown> {
  const answer = await askHub(client, url, 'GET', [200]);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_JSON) throw new Failure(`${url} answers with more than ${MOST_JSON} bytes.`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch (error) {
    throw new Failure(`${url} answers with no JSON: check the address of the hub.`, { cause: error });
  }
}

async function askHub(
  client: WireClient,
  url: string,
  method: 'GET' | 'HEAD',
  right: readonly number[],
): Promise<IncomingMessage> {
  const watch = new StallWatch(PATIENCE_MS);
  const answer = await client
    .ask(url, { method, headers: { Accept: 'application/json' }, signal: watch.signal })
    .catch((error: unknown) => {
      throw new Failure(`${url} is not reached: ${whyUnreached(error)}.`, { cause: error });
    });
  watch.end();
  if (right.includes(answer.statusCode!)) return method === 'HEAD' ? answer.resume() : answer;
  answer.destroy();
  const said = answer.headers['x-error-message'];
  throw new Failure(typeof said === 'string' && said !== '' ? said : `${url} answers with ${answer.statusCode}.`);
}

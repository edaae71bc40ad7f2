// Gets a proof from a file, a URL, or a hub. If the hub has no finished proof, computes it from the hub's tiles.
import { createReadStream } from 'node:fs';
import { MAX_PROOF } from '../../src/basics/limits.ts';
import { ProofFault, parseProof, tooLong } from '../../src/log/proof/check-proof.ts';
import { makeProof, newestDay } from '../../src/log/proof/make-proof.ts';
import { LOG_FOLDER, LogDamage, type LogFiles, mostOfLog } from '../../src/log/tiles.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { parseUrlBase } from '../../src/nouns/url-base.ts';
import type { ModelProof } from '../../src/shapes/log.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { ObjectClient } from '../objects/object-client.ts';
import { Failure, failureAt, UsageFailure } from '../process/failure.ts';

/** The advice for a host of plain files, which has no finished proofs. */
const COMPUTED = 'Give the hub’s address, with --model owner/name: the proof is then made of the log’s files.';

/**
 * Gets the proof at `place`, without checking it. A URL that ends in `.json` is the address of a proof. Any other URL
 * is the address of a hub, and `id` names the model there. Throws a Failure if there is no proof.
 */
export async function openProof(place: string, id: string | undefined): Promise<ModelProof> {
  if (!/^https?:\/\//i.test(place)) return parsed(await readFile(place), place);
  const base = parseUrlBase(place);
  if (base === undefined)
    throw new UsageFailure(`${place} is no address of a hub or of a proof: it has a login or a query.`);
  if (base.endsWith('.json')) {
    const { origin, pathname } = new URL(base);
    const bytes = await new ObjectClient({ base: origin }).bytes(pathname, MAX_PROOF);
    if (!bytes) throw new Failure(`${place} does not exist. ${COMPUTED}`);
    return parsed(bytes.toString(), place);
  }
  if (id === undefined) throw new UsageFailure('--proof names a hub: say which model it is with --model owner/name.');
  const client = new ObjectClient({ base });
  const ready = await client.bytes(href(routes.modelProof, parseModelId(id)!), MAX_PROOF, ABSENT);
  return ready && !isPage(ready) ? parsed(ready.toString(), `The proof of ${id} at ${base}`) : computed(client, id);
}

/**
 * The HTTP statuses with which hosts of plain files answer for a missing file. Some answer with 200 and an HTML page.
 */
const ABSENT = [403, 404];
const isPage = (bytes: Buffer) => /^\s*</.test(bytes.subarray(0, 64).toString());

/** Computes the proof from files that an export of the hub has too. */
async function computed(client: ObjectClient, id: string): Promise<ModelProof> {
  try {
    const files = remoteLog(client);
    const newest = await newestDay(files);
    if (!newest) throw new Failure(`${client.base} has no log: nothing is at /log/checkpoint.`);
    const sums = await client.bytes(href(routes.sha256sums, { ...parseModelId(id)!, revision: 'main' }), MAX_PROOF);
    const proof = sums && (await makeProof(files, newest, { id, sums: sums.toString() }));
    if (proof) return proof;
    throw new Failure(`The index of ${newest.day.day} at ${client.base} has no model ${id}.`);
  } catch (error) {
    throw error instanceof LogDamage ? new Failure(error.message, { cause: error }) : error;
  }
}

/** Reads a file up to the maximum size of a proof, since the file may be endless, such as a pipe. */
async function readFile(path: string): Promise<string> {
  try {
    const bytes = Buffer.concat(await createReadStream(path, { end: MAX_PROOF }).toArray());
    if (bytes.length <= MAX_PROOF) return bytes.toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw failureAt(path, error);
    throw new UsageFailure(`${path} is a folder: give --proof a file, the URL of a proof, or the address of a hub.`);
  }
  throw noProof(path, tooLong());
}

function parsed(text: string, place: string): ModelProof {
  try {
    return parseProof(text) as ModelProof;
  } catch (error) {
    throw error instanceof ProofFault ? noProof(place, error) : error;
  }
}

const noProof = (place: string, fault: ProofFault) =>
  new Failure(`${place} is no proof. ${fault.message}`, { cause: fault });

/**
 * Reads files below `/log/` of a remote hub, or of an exported folder on any web server, each up to the limit of its
 * kind.
 */
export function remoteLog(client: ObjectClient): LogFiles {
  return (path) => {
    const most = mostOfLog(path);
    // Only a wrong checkpoint leads to a path that no log has.
    return most === 0 ? undefined : client.bytes(`/${LOG_FOLDER}/${path}`, most);
  };
}

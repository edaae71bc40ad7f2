// Shows the newest checkpoint to witnesses, and collects their cosignatures. Each cosignature confirms that the witness
// has only ever seen this log grow (C2SP tlog-witness).

import { base64 } from '../../src/basics/bytes.ts';
import { own } from '../../src/basics/records.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import { checkedTiles } from '../../src/log/checked-tiles.ts';
import { type TileHashes, tileHashes } from '../../src/log/log-proofs.ts';
import type { Hash } from '../../src/log/merkle.ts';
import {
  formatNote,
  type Head,
  isOfKey,
  type Note,
  type NoteSignature,
  parseSignatures,
  parseVerifierKey,
  type VerifierKey,
  verifyNote,
} from '../../src/log/note.ts';
import { LogDamage, type LogFiles } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { Service, WitnessFacts } from '../../src/service/service.ts';
import { Failure, whyUnreached } from '../process/failure.ts';

export interface Witness {
  key: VerifierKey;
  /** The address of the witness's server, without a slash at its end. */
  url: string;
}

/** The result of asking one witness. */
export interface WitnessResult {
  /** The name of the witness's key. */
  witness: string;
  /** The reason why there is no cosignature, as a sentence; undefined if there is one. */
  fault?: string;
  /** True if the witness saw a log from which this one can't have grown. The checkpoint must then not be published. */
  contradicts?: true;
}

/** The number of milliseconds to wait for one answer. */
const PATIENCE_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** Reads the witnesses in service.yaml. Throws a Failure for a malformed key. */
export function readWitnesses({ log }: Pick<Service, 'log'>): Witness[] {
  return (log?.witnesses ?? []).map(witnessOf);
}

function witnessOf({ key: text, url }: WitnessFacts, at: number): Witness {
  const key = parseVerifierKey(text);
  if (key?.type !== 'cosignature')
    throw new Failure(
      `service.yaml: log.witnesses[${at}].key is not a key of a witness that this version checks: use one for cosignatures of Ed25519, type 4.`,
    );
  return { key, url };
}

/** Lists the witnesses that have not cosigned `head`. */
export function missingWitnesses({ note }: Head, witnesses: readonly Witness[]): Witness[] {
  return witnesses.filter(({ key }) => !note.signatures.some(isOfKey(key)));
}

/**
 * Asks all `witnesses` at the same time to cosign `head`, the checkpoint of the log in `copies`. Each is taken to have
 * seen `published` leaves; a witness that has seen others says so. Returns the note with the new cosignatures, which
 * replace older ones of the same key, and the result of each witness. A witness that can't be reached is no error.
 * Rejects with a LogDamage if tiles of the proof are damaged.
 */
export async function askWitnesses(
  copies: readonly LogFiles[],
  head: Head,
  witnesses: readonly Witness[],
  published = 0,
): Promise<{ text: string; asked: WitnessResult[] }> {
  const tree = tileHashes(checkedTiles(copies, head).files, head.size);
  const answers = await Promise.all(witnesses.map((witness) => askWitness(witness, head, tree, published)));
  const fresh = answers.filter((answer) => typeof answer !== 'string' && 'bytes' in answer);
  const kept = head.note.signatures.filter((signature) => !fresh.some(isOfKey(signature)));
  return {
    text: formatNote({ text: head.note.text, signatures: [...kept, ...fresh] }),
    asked: answers.map((answer, at) => {
      const witness = witnesses[at]!.key.name;
      if (typeof answer === 'string') return { witness, fault: `The witness ${witness} did not cosign: ${answer}.` };
      return 'contradiction' in answer ? { witness, fault: answer.contradiction, contradicts: true } : { witness };
    }),
  };
}

/** A sentence about a witness that has seen another log with the name of this log. */
interface Contradiction {
  contradiction: string;
}

/** Returns the cosignature, or the reason why there is none. */
async function askWitness(
  witness: Witness,
  head: Head,
  tree: TileHashes,
  published: number,
): Promise<NoteSignature | Contradiction | string> {
  const ask = async (old: number) => post(witness, checkpointRequest(old, await tree.consistency(old), head.text));
  try {
    let old = published;
    let answer = await ask(old);
    if (answer.status === 409) {
      const size = parseSeenSize(answer.body);
      if (size === undefined) return 'it answered 409 without the size that it has seen';
      if (size > head.size) return setBack(witness, head, size);
      old = size;
      answer = await ask(old);
      // The witness refused a log of exactly the size that it knows, so it knows another root.
      if (answer.status === 409 && old === head.size && parseSeenSize(answer.body) === old)
        return forked(witness, head, old);
    }
    if (answer.status === 422 && old > 0) return forked(witness, head, old);
    if (answer.status !== 200) return `it answered ${answer.status}${wordsOf(answer)}`;
    const cosignature = cosignatureIn(answer.body, head.note, witness.key);
    if (!cosignature) return 'its answer has no valid signature by its key';
    return cosignature;
  } catch (error) {
    // A proof from damaged tiles would look to the witness like the proof of another log.
    if (error instanceof LogDamage) throw error;
    if ((error as Error).name === 'TimeoutError') return `it did not answer within ${PATIENCE_MS / 1000} seconds`;
    return `it can’t be reached (${whyUnreached(error)})`;
  }
}

const GO_ON =
  'Put HUB_DATA/log back as it was: from a backup, from HUB_DIST/log, or from where it was pushed. If ' +
  'it is the witness that is wrong, take it out of service.yaml (log.witnesses) and build again.';

function setBack({ key, url }: Witness, { origin, size }: Head, seen: number): Contradiction {
  return {
    contradiction:
      `The log was set back: the witness ${key.name} (${url}) has seen ${counted(seen, 'leaf', 'leaves')} ` +
      `of ${origin}, which has ${size} here. ${GO_ON}`,
  };
}

function forked({ key, url }: Witness, { origin, size }: Head, seen: number): Contradiction {
  const which =
    seen === size
      ? `another log of ${counted(size, 'leaf', 'leaves')}`
      : `${counted(seen, 'leaf', 'leaves')} with which these ${size} do not begin`;
  return {
    contradiction: `The log was forked: of ${origin} the witness ${key.name} (${url}) has seen ${which}. ${GO_ON}`,
  };
}

interface Answer {
  status: number;
  body: string;
}

async function post({ url }: Witness, body: string): Promise<Answer> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const response = await fetch(url + ADD_CHECKPOINT, { method: 'POST', body, headers, signal, redirect: 'error' });
  return { status: response.status, body: await textOf(response) };
}

/** Reads at most MOST_BYTES, since the answer may be endless. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part as Uint8Array);
    length += (part as Uint8Array).length;
    if (length > MOST_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString();
}

const MEANINGS: Record<string, string> = {
  403: ': it does not know the key that signs this log',
  404: ': it does not know this log, whose name and key its operator has to enter',
};

function wordsOf({ status, body }: Answer): string {
  const said = shownLine(body.trim().split('\n')[0]!.slice(0, 200));
  return (own(MEANINGS, String(status)) ?? '') + (said === '' ? '' : ` (${said})`);
}

/** The path of the request below the address of a witness. */
const ADD_CHECKPOINT = '/add-checkpoint';

/** Returns the body of a request: the checkpoint, and the proof that it extends the checkpoint of `old` leaves. */
function checkpointRequest(old: number, proof: readonly Hash[], checkpoint: string): string {
  return `old ${old}\n${proof.map((hash) => `${base64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** Reads the size of the log that the witness has seen, from the body of its 409 answer; undefined for other text. */
function parseSeenSize(body: string): number | undefined {
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(body)?.[1];
  return size !== undefined && Number.isSafeInteger(Number(size)) ? Number(size) : undefined;
}

/** Finds a valid cosignature of `key` over the text of `note` in the lines of an answer; undefined if there is none. */
function cosignatureIn(lines: string, { text }: Pick<Note, 'text'>, key: VerifierKey): NoteSignature | undefined {
  const own = parseSignatures(lines)?.filter(isOfKey(key)) ?? [];
  return own.find((signature) => verifyNote({ text, signatures: [signature] }, [key]).verified.length > 0);
}

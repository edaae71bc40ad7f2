// Reads and checks a proof that a stranger may have written, without any request: its SHA256SUMS, the leaf of the model, the leaf of the day, the root, the
// signatures.
import { exactBytes, hexOfBytes } from '../../basics/bytes.ts';
import { MAX_PROOF } from '../../basics/limits.ts';
import { shownLine } from '../../basics/shown-text.ts';
import { filesInSums, type SumsLine, sha256sums } from '../../dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../digests/sha.ts';
import { isSha256 } from '../../nouns/address.ts';
import { filePathFault } from '../../nouns/file-path.ts';
import { LOGGED_DAY_FORMAT, LOGGED_MODEL_FORMAT, PROOF_FORMAT } from '../../shapes/formats.ts';
import type { LoggedDay, LoggedModel, ModelProof } from '../../shapes/log.ts';
import { parseLeaf } from '../leaves.ts';
import { equalHashes, HASH_BYTES, type Hash, leafHash, rootByInclusion } from '../merkle.ts';
import {
  type Checkpoint,
  type Head,
  parseSignedCheckpoint,
  type VerifiedSignature,
  type VerifierKey,
  verifyNote,
} from '../note.ts';

/** The keys that the reader trusts. */
export interface LogPolicy {
  /** Verifier keys of the log; at least one of them must have signed. An empty list demands no signature. */
  keys: readonly VerifierKey[];
  /** Verifier keys of witnesses. */
  witnesses?: readonly VerifierKey[];
  /** The number of witnesses that must have cosigned. */
  quorum?: number;
}

interface CheckedCheckpoint extends Head {
  /** The valid signatures by keys of the policy. */
  signatures: VerifiedSignature[];
  /** Witnesses of the policy that did not cosign. */
  missing: VerifierKey[];
}

export interface CheckedProof {
  model: LoggedModel;
  day: LoggedDay;
  checkpoint: CheckedCheckpoint;
}

/** The maximum number of names that a sentence lists. */
const NAMED = 3;

/** The largest accepted difference between two clocks, in milliseconds. */
const CLOCKS_MS = 24 * 60 * 60 * 1000;

/** The reason why a proof fails. The message is a sentence on one line. */
export class ProofFault extends Error {
  constructor(sentence: string) {
    super(shownLine(sentence));
  }
}

/**
 * Reads a checkpoint and checks its signatures by `policy`. Throws a ProofFault if the checkpoint does not satisfy
 * `policy`.
 */
function checkCheckpoint(text: string, { keys, witnesses = [], quorum = 0 }: LogPolicy): CheckedCheckpoint {
  const checkpoint = parseSignedCheckpoint(text);
  if (!checkpoint) throw new ProofFault('The checkpoint is malformed: it was changed or cut short.');
  const { origin, note } = checkpoint;
  const { verified, wrong } = verifyNote(note, [...keys, ...witnesses]);
  if (wrong.length > 0)
    throw new ProofFault(
      `The signature of ${wrong[0]!.name} on the checkpoint is wrong: it was changed, or made by somebody else.`,
    );
  if (keys.length > 0) {
    const own = keys.filter(({ name }) => name === origin);
    if (own.length === 0)
      throw new ProofFault(`The checkpoint is of the log ${origin}, and the key of ${keys[0]!.name}.`);
    if (note.signatures.length === 0)
      throw new ProofFault('The checkpoint is not signed: this hub has no signing key.');
    if (!verified.some(({ key }) => own.includes(key)))
      throw new ProofFault(`The checkpoint is not signed by the key of ${origin} that was given.`);
  }
  const missing = witnesses.filter((witness) => !verified.some(({ key }) => key === witness));
  const cosigning = verified.filter(({ key }) => witnesses.includes(key));
  // The same key under two names counts once.
  const cosigned = new Set(cosigning.map(({ key }) => hexOfBytes(key.key))).size;
  if (cosigned < quorum) {
    const names = missing.map(({ name, id }) => `${name} (key ${id})`);
    const why = names.length > 0 ? `Missing: ${someOf(names)}.` : 'One key under two names is one witness.';
    throw new ProofFault(`Too few witnesses cosigned: ${cosigned} instead of ${quorum}. ${why}`);
  }
  return { ...checkpoint, signatures: verified, missing };
}

/**
 * Checks `proof` for the model `id` at the time `now`. Throws a ProofFault that says what is wrong. An accepted proof
 * has the signatures that `policy` demands. The caller must still compare the files with the proof's `sums`.
 */
export function checkProof(proof: ModelProof, policy: LogPolicy, { id, now }: { id: string; now: Date }): CheckedProof {
  if (!isProof(proof)) throw new ProofFault(`This is not a proof of the format ${PROOF_FORMAT}.`);
  const checkpoint = checkCheckpoint(proof.checkpoint, policy);
  const model = parseLeaf(proof.model.leaf);
  if (model?.format !== LOGGED_MODEL_FORMAT) throw new ProofFault('The leaf of the model is not one of a model.');
  checkInclusion(proof.model, checkpoint, 'model');
  if (model.id !== id) throw new ProofFault(`The proof is of ${model.id}, not of ${id}.`);
  const day = parseLeaf(proof.day.leaf);
  if (day?.format !== LOGGED_DAY_FORMAT) throw new ProofFault('The leaf of the day is not one of a day.');
  if (proof.day.index !== checkpoint.size - 1)
    throw new ProofFault('The day of the proof is not the newest one in the log.');
  checkInclusion(proof.day, checkpoint, 'day');
  checkTime(day, now);
  if (sha256Hex(proof.sums) !== model.sums)
    throw new ProofFault('The SHA256SUMS in the proof is not the one that was logged.');
  return { model, day, checkpoint };
}

/** Throws a ProofFault for a day that has expired, or that is further in the future than clocks differ. */
function checkTime({ day, expires }: LoggedDay, now: Date): void {
  if (!(Date.parse(expires) > now.getTime()))
    throw new ProofFault(
      `The log’s newest day, ${day}, was good until ${expires}: the hub stands still, or this is an old proof. Fetch a new one.`,
    );
  if (!(Date.parse(day) <= now.getTime() + CLOCKS_MS))
    throw new ProofFault(`The log’s newest day, ${day}, is later than the time it is checked at.`);
}

function checkInclusion({ leaf, index, path }: ModelProof['model'], { size, root }: Checkpoint, of: string): void {
  const hashes = path.map((one) => exactBytes(one));
  if (!hashes.every((hash) => hash?.length === HASH_BYTES)) throw new ProofFault('A hash in the proof is malformed.');
  const found = rootByInclusion(leafHash(new TextEncoder().encode(leaf)), index, size, hashes as Hash[]);
  if (!found || !equalHashes(found, root))
    throw new ProofFault(`The leaf of the ${of} is not in the log that the checkpoint names.`);
}

/** True if `value`, which comes from a stranger, has the form of a proof. */
function isProof(value: unknown): value is ModelProof {
  const { format, checkpoint, model, day, sums } = (value ?? {}) as Partial<Record<keyof ModelProof, unknown>>;
  return format === PROOF_FORMAT && [checkpoint, sums].every(isText) && isPlaced(model) && isPlaced(day);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isPath = (value: unknown) => Array.isArray(value) && value.length <= 64 && value.every(isText);

function isPlaced(value: unknown): value is ModelProof['model'] {
  const { leaf, index, path } = (value ?? {}) as Partial<ModelProof['model']>;
  return isText(leaf) && Number.isSafeInteger(index) && isPath(path);
}

/** Lists the first few of `paths`, and the number of others. */
export function someOf(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return paths.slice(0, NAMED).join(', ') + more;
}

/** The maximum number of JSON values in a proof. A proof has some twenty values, and at most two hundred hashes. */
const MOST_VALUES = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The characters before a value in JSON: `,`, `[`, `{`. */
const BEFORE_VALUES = new Set([0x2c, 0x5b, 0x7b]);

/**
 * Parses any JSON value; `checkProof` decides if it is a proof. Throws a ProofFault if the text is too long, is not
 * JSON, or has more values than a proof can have. The limits exist because a parsed value takes many times the memory
 * of its text.
 */
export function parseProof(text: string): unknown {
  if (text.length > MAX_PROOF) throw tooLong();
  if (hasManyValues(text)) throw new ProofFault(`It has more than ${MOST_VALUES} values, and so is no proof.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ProofFault('It is not JSON, and so no proof.');
  }
}

/** Makes the fault for a proof with more than `MAX_PROOF` bytes. */
export function tooLong(): ProofFault {
  return new ProofFault(`It has more than the ${MAX_PROOF} bytes that a proof may have.`);
}

function hasManyValues(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (BEFORE_VALUES.has(code) && ++values > MOST_VALUES) return true;
  }
  return false;
}

/** Returns the position of the closing quotation mark of the JSON string that begins at `at`. */
function endOfText(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/**
 * Lists the files in a proof's SHA256SUMS. Accepts only the text that a hub writes for them (decision 0019), so that no
 * two readers see different files. Throws a ProofFault for another text, for a path that is impossible or occurs twice,
 * and for an empty list, which would prove nothing.
 */
export function filesInProof(sums: string): SumsLine[] {
  if (sums === '') throw new ProofFault('The model has no files, so nothing is proved by its SHA256SUMS.');
  const files = filesInSums(sums);
  const isRight = files.every(({ path, sha256 }) => isSha256(sha256) && filePathFault(path) === undefined);
  const isOnce = new Set(files.map(({ path }) => path)).size === files.length;
  if (isRight && isOnce && sha256sums(files) === sums) return files;
  throw new ProofFault('The SHA256SUMS in the proof is not as hubs write it.');
}

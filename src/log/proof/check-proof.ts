// Checks a proof without any request: its SHA256SUMS, the leaf of the model, the leaf of the day, the root, the
// signatures.
import { exactBytes, hexOfBytes } from '../../basics/bytes.ts';
import { shownLine } from '../../basics/shown-text.ts';
import { sha256Hex } from '../../digests/sha.ts';
import { LOGGED_DAY_FORMAT, LOGGED_MODEL_FORMAT, PROOF_FORMAT } from '../../shapes/formats.ts';
import type { LoggedDay, LoggedModel, ModelProof } from '../../shapes/log.ts';
import { type Checkpoint, type Head, parseSignedCheckpoint } from '../checkpoint.ts';
import { parseLeaf } from '../leaves.ts';
import { equalHashes, type Hash, leafHash, rootByInclusion } from '../merkle.ts';
import { type VerifiedSignature, type VerifierKey, verifyNote } from '../note.ts';

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
  const { note } = checkpoint;
  const known = [...keys, ...witnesses];
  const { verified, wrong } = verifyNote(note, known);
  if (wrong.length > 0)
    throw new ProofFault(
      `The signature of ${wrong[0]!.name} on the checkpoint is wrong: it was changed, or made by somebody else.`,
    );
  if (keys.length > 0) checkOrigin(checkpoint, keys, note.signatures.length, verified);
  const missing = witnesses.filter((witness) => !verified.some(({ key }) => key === witness));
  checkQuorum(distinctKeys(verified.filter(({ key }) => witnesses.includes(key))), quorum, missing);
  return { ...checkpoint, signatures: verified, missing };
}

function checkQuorum(cosigned: number, quorum: number, missing: readonly VerifierKey[]): void {
  if (cosigned >= quorum) return;
  const names = missing.map(({ name, id }) => `${name} (key ${id})`);
  const why = names.length > 0 ? `Missing: ${someOf(names)}.` : 'One key under two names is one witness.';
  throw new ProofFault(`Too few witnesses cosigned: ${cosigned} instead of ${quorum}. ${why}`);
}

/** Counts the keys that signed. The same key under two names counts once. */
function distinctKeys(verified: readonly VerifiedSignature[]): number {
  return new Set(verified.map(({ key }) => hexOfBytes(key.key))).size;
}

function checkOrigin(
  { origin }: Checkpoint,
  keys: readonly VerifierKey[],
  signatures: number,
  verified: readonly VerifiedSignature[],
): void {
  if (!keys.some(({ name }) => name === origin))
    throw new ProofFault(`The checkpoint is of the log ${origin}, and the key of ${keys[0]!.name}.`);
  if (signatures === 0) throw new ProofFault('The checkpoint is not signed: this hub has no signing key.');
  if (!verified.some(({ key }) => key.name === origin && keys.includes(key)))
    throw new ProofFault(`The checkpoint is not signed by the key of ${origin} that was given.`);
}

/**
 * Checks `proof` for the model `id` at the time `now`. Throws a ProofFault that says what is wrong. An accepted proof
 * has the signatures that `policy` demands. The caller must still compare the files with the proof's `sums`.
 */
export function checkProof(proof: ModelProof, policy: LogPolicy, { id, now }: { id: string; now: Date }): CheckedProof {
  if (!isProof(proof)) throw new ProofFault(`This is not a proof of the format ${PROOF_FORMAT}.`);
  const checkpoint = checkCheckpoint(proof.checkpoint, policy);
  const model = loggedModel(proof, checkpoint);
  if (model.id !== id) throw new ProofFault(`The proof is of ${model.id}, not of ${id}.`);
  const day = loggedDay(proof, checkpoint, now);
  if (sha256Hex(proof.sums) !== model.sums)
    throw new ProofFault('The SHA256SUMS in the proof is not the one that was logged.');
  return { model, day, checkpoint };
}

function loggedModel({ model: { leaf, index, path } }: ModelProof, checkpoint: Checkpoint): LoggedModel {
  const model = parseLeaf(leaf);
  if (model?.format !== LOGGED_MODEL_FORMAT) throw new ProofFault('The leaf of the model is not one of a model.');
  checkInclusion(leaf, index, path, checkpoint, 'model');
  return model;
}

function loggedDay({ day: { leaf, index, path } }: ModelProof, checkpoint: Checkpoint, now: Date): LoggedDay {
  const day = parseLeaf(leaf);
  if (day?.format !== LOGGED_DAY_FORMAT) throw new ProofFault('The leaf of the day is not one of a day.');
  if (index !== checkpoint.size - 1) throw new ProofFault('The day of the proof is not the newest one in the log.');
  checkInclusion(leaf, index, path, checkpoint, 'day');
  checkTime(day, now);
  return day;
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

function checkInclusion(leaf: string, index: number, path: string[], { size, root }: Checkpoint, of: string): void {
  const found = rootByInclusion(hashOf(leaf), index, size, pathOf(path));
  if (!found || !equalHashes(found, root))
    throw new ProofFault(`The leaf of the ${of} is not in the log that the checkpoint names.`);
}

const hashOf = (leaf: string): Hash => leafHash(new TextEncoder().encode(leaf));

function pathOf(path: readonly string[]): Hash[] {
  return path.map((one) => {
    const hash = exactBytes(one);
    if (hash?.length !== 32) throw new ProofFault('A hash in the proof is malformed.');
    return hash;
  });
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
export function someOf(paths: readonly string[], between = ', '): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return paths.slice(0, NAMED).join(between) + more;
}

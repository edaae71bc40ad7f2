// Sums up a checked proof, and how files compare with it, in facts for programs and in sentences for people.
import { type CheckedProof, someOf } from '../../src/log/proof/check-proof.ts';
import { count, counted } from '../../src/model/figures.ts';
import type { ModelProof } from '../../src/shapes/log.ts';

/** The holder of a key that signed. */
interface Signer {
  name: string;
  /** The id of the key: 8 hex characters that depend on its name and bytes. */
  key: string;
  /** The time of a witness's cosignature. */
  time?: string;
}

export interface ProofVerdict {
  model: string;
  revision: string;
  /** The SHA-256 of the SHA256SUMS file. */
  sums: string;
  /** The newest day of the log that has the model with this SHA256SUMS file. */
  day: string;
  expires: string;
  /** The name of the log. */
  origin: string;
  /** The number of leaves in the log, and the number of the model's leaf, counted from 0. */
  size: number;
  leaf: number;
  /** True if one of the reader's keys of the log has signed. Cosignatures of witnesses do not count. */
  isSigned: boolean;
  /** Signers whose signature is valid and whose key is among the reader's keys. */
  signers: Signer[];
  /** Witnesses among the reader's keys that did not cosign. */
  missing: Signer[];
  /** Signers for whose signatures the reader has no key. */
  unchecked: Signer[];
}

/** Makes the verdict on a proof that `checkProof` accepted. */
export function proofVerdict(proof: ModelProof, { model, day, checkpoint }: CheckedProof): ProofVerdict {
  const signers = checkpoint.signatures.map(({ key: { name, id }, time }) => ({
    name,
    key: id,
    ...(time !== undefined && { time: inWords(time) }),
  }));
  const isKnown = (name: string, id: string) => signers.some((signer) => signer.name === name && signer.key === id);
  return {
    model: model.id,
    revision: model.revision,
    sums: model.sums,
    day: day.day,
    expires: day.expires,
    origin: checkpoint.origin,
    size: checkpoint.size,
    leaf: proof.model.index,
    isSigned: checkpoint.signatures.some(({ key }) => key.type === 'ed25519'),
    signers,
    missing: checkpoint.missing.map(({ name, id }) => ({ name, key: id })),
    unchecked: checkpoint.note.signatures
      .filter(({ name, id }) => !isKnown(name, id))
      .map(({ name, id }) => ({ name, key: id })),
  };
}

/**
 * Writes seconds since 1970 as `2026-11-20T09:30:00Z`. A witness may state any number, so a number that is too large
 * for a date must work too.
 */
function inWords(seconds: number): string {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime()) ? `second ${seconds}` : moment.toISOString().replace('.000Z', 'Z');
}

/** Says which revision of the model the log has, where, and up to which day. */
function placeSentence({ model, revision, day, expires, origin, leaf, size }: ProofVerdict): string {
  const where = `entry ${leaf + 1} of ${size} in the log ${origin}`;
  return `${model} at revision ${revision.slice(0, 12)} is ${where}, whose newest day, ${day}, is good until ${expires}.`;
}

/** Says who signed, or why no signature counts. */
function signatureSentence({ isSigned, signers, missing, unchecked, origin }: ProofVerdict): string {
  const witnesses = signers.filter(({ time }) => time !== undefined);
  const cosigned = witnesses.map(({ name, time }) => `${name} (${time})`).join(', ');
  const absent = missing.length === 0 ? '' : ` Not cosigned by: ${missing.map(named).join(', ')}.`;
  const seen = (cosigned === '' ? '' : ` Cosigned by ${cosigned}.`) + absent;
  if (isSigned) return `Signed by ${named(signers.find(({ time }) => time === undefined)!)}.${seen}`;
  const claimed = unchecked.find(({ name }) => name === origin);
  if (!claimed) return `Not signed: this hub has no signing key.${seen}`;
  return `The signature of ${named(claimed)} was held against no key of yours.${seen}`;
}

const named = ({ name, key }: Signer) => `${name} (key ${key})`;

/** The result of comparing a reader's files with those of a model. */
export interface HeldFiles {
  /** The id of the expected model. */
  model: string;
  /** The number of the model's files that the reader has with the right bytes. */
  right: number;
  /** The number of files that the model has. */
  files: number;
  /** Paths in the model of files that the reader lacks. */
  missing: readonly string[];
  /** Files of the reader that do not belong to the model. */
  extra: readonly string[];
}

/** The words that end the sentence about matching files, by the outcome of the proof. */
const WORTH = {
  proved: ' what the log says.',
  unchecked: ' the proof, and nobody checked who signed it.',
  unsigned: ' the proof, and nobody signed it.',
  faulty: '.',
} as const;

/**
 * Describes how many files match, which are missing, and which do not belong to the model. `isStrict` is true if files
 * that do not belong to the model are a fault.
 */
function heldSentence(held: HeldFiles, worth: keyof typeof WORTH, isStrict = false): string {
  const { model, right, files, missing, extra } = held;
  const others = isStrict ? 'Not of the model, which --strict refuses' : 'Not of the model, and not proved';
  return [
    `${count(right)} of ${counted(files, 'file')} of ${model} matched${WORTH[worth]}`,
    missing.length > 0 && ` Not here: ${someOf(missing)}.`,
    extra.length > 0 && ` ${others}: ${someOf(extra)}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join('');
}

/**
 * True if the reader can rely on the proof: a trusted key verified its signature, or the reader accepts it without a
 * key.
 */
export function isProved({ isSigned }: ProofVerdict, isKeyless: boolean): boolean {
  return isSigned || isKeyless;
}

interface Reading {
  /** True if the files have no fault that matters to the reader of the proof. */
  areRight: boolean;
  /** True if the reader accepts a signature that no key has verified. */
  isKeyless?: boolean;
  /** True if a file that does not belong to the model counts as a fault. */
  isStrict?: boolean;
  /** The advice for wrong files. */
  advice?: string;
}

/** Returns the results of the check as lines of text. The first line says whether the files are proved. */
export function proofLines(verdict: ProofVerdict, held: HeldFiles, reading: Reading): string[] {
  const { areRight, isKeyless = false, isStrict = false, advice = '' } = reading;
  const facts = [`  ${placeSentence(verdict)}`, `  ${signatureSentence(verdict)}`];
  if (!areRight) return [`NOT PROVED: ${heldSentence(held, 'faulty', isStrict)}${advice}`, ...facts];
  if (verdict.isSigned) return [`PROVED: ${heldSentence(held, 'proved')}`, ...facts];
  const isClaimed = verdict.unchecked.length > 0;
  const said = heldSentence(held, isClaimed ? 'unchecked' : 'unsigned');
  if (isKeyless) return [`ACCEPTED WITHOUT A KEY: ${said}`, ...facts];
  return [`NOT PROVED: ${said}`, ...facts, isClaimed ? GIVE_KEY : NO_KEY];
}

const GIVE_KEY =
  '  Give the log’s verifier key with --key, from somebody you trust; --keyless trusts the proof as far as its sender.';
const NO_KEY = '  --keyless trusts the proof as far as its sender.';

// Sums up a checked proof, in facts for programs and in sentences for people.
import type { ModelProof } from '../../shapes/log.ts';
import { parseNote } from '../note.ts';
import type { CheckedProof } from './check-proof.ts';

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
    unchecked: parseNote(proof.checkpoint)!
      .signatures.filter(({ name, id }) => !isKnown(name, id))
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
export function placeSentence({ model, revision, day, expires, origin, leaf, size }: ProofVerdict): string {
  const where = `entry ${leaf + 1} of ${size} in the log ${origin}`;
  return `${model} at revision ${revision.slice(0, 12)} is ${where}, whose newest day, ${day}, is good until ${expires}.`;
}

/** Says who signed, or why no signature counts. */
export function signatureSentence({ isSigned, signers, missing, unchecked, origin }: ProofVerdict): string {
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

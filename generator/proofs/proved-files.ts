// Lists the files that a proof covers. Checks the proof first, with the keys that the reader gave.

import { parseLeaf } from '../../src/log/leaves.ts';
import { checkProof, type LogPolicy, ProofFault } from '../../src/log/proof/check-proof.ts';
import { type HeldFiles, heldSentence } from '../../src/log/proof/held-files.ts';
import {
  type ProofVerdict,
  placeSentence,
  proofVerdict,
  signatureSentence,
} from '../../src/log/proof/proof-verdict.ts';
import type { ModelProof } from '../../src/shapes/log.ts';
import { Failure } from '../process/failure.ts';
import { type Expected, filesOfProof } from '../verify/expected-files.ts';
import { openProof } from './open-proof.ts';

interface ToProve {
  /** The path of a file, a URL, or the address of a hub. */
  place: string;
  /** The model to prove; undefined for the model that the proof names. */
  id: string | undefined;
  policy: LogPolicy;
  now: Date;
}

export interface ProvedFiles {
  expected: Expected;
  verdict: ProofVerdict;
}

/** Gets a proof and checks it. Throws a Failure with the fault of a wrong proof. */
export async function provedFiles({ place, id, policy, now }: ToProve): Promise<ProvedFiles> {
  const proof = await openProof(place, id);
  try {
    const checked = checkProof(proof, policy, { id: id ?? idIn(proof), now });
    return { expected: filesOfProof(checked, proof.sums), verdict: proofVerdict(proof, checked) };
  } catch (error) {
    throw error instanceof ProofFault ? new Failure(`Not proved. ${error.message}`, { cause: error }) : error;
  }
}

/** Returns the id of the model in the proof; '' for a malformed proof, whose fault the check then reports. */
function idIn(proof: ModelProof | undefined): string {
  const text: unknown = proof?.model?.leaf;
  const leaf = typeof text === 'string' ? parseLeaf(text) : undefined;
  return leaf && 'id' in leaf ? leaf.id : '';
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
  return [
    `NOT PROVED: ${heldSentence(held, isClaimed ? 'unchecked' : 'unsigned')}`,
    ...facts,
    ...(isKeyless ? [] : [isClaimed ? GIVE_KEY : NO_KEY]),
  ];
}

const GIVE_KEY =
  '  Give the log’s verifier key with --key, from somebody you trust; --keyless trusts the proof as far as its sender.';
const NO_KEY = '  --keyless trusts the proof as far as its sender.';

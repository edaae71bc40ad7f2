// Lists the files that a proof covers. Checks the proof first, with the keys that the reader gave.

import { parseLeaf } from '../../src/log/leaves.ts';
import { checkProof, type LogPolicy, ProofFault } from '../../src/log/proof/check-proof.ts';
import type { ModelProof } from '../../src/shapes/log.ts';
import { Failure } from '../process/failure.ts';
import { openProof } from '../proofs/open-proof.ts';
import { type ProofVerdict, proofVerdict } from '../proofs/proof-report.ts';
import { type Expected, filesOfProof } from './expected-files.ts';

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

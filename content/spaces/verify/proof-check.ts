// Holds files against a proof, and the proof against keys. Loaded when the first proof is to be checked.
import type { Match } from '../../../src/checking/hash-lookup.ts';
import { judgeByModel } from '../../../src/checking/judge-model.ts';
import { checkProof, type LogPolicy, ProofFault } from '../../../src/log/check-proof.ts';
import { parseVerifierKey, type VerifierKey } from '../../../src/log/note.ts';
import { filesInProof, parseProof } from '../../../src/log/proof-text.ts';
import { placeSentence, proofVerdict, signatureSentence } from '../../../src/log/proof-verdict.ts';
import { counted, longDay } from '../../../src/model/figures.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import type { ModelProof } from '../../../src/shapes/dialects/log.ts';
import { PROOF_FORMAT } from '../../../src/shapes/formats.ts';

/** A file that was hashed. */
interface HashedHere {
  /** With the folders it was dropped in. */
  path: string;
  sha256: string;
  size: number;
}

export interface ProofAnswer {
  /** `open`: nothing is wrong, and it is not proved all the same. */
  kind: 'proved' | 'open' | 'refused';
  /** The outcome. */
  sentence: string;
  /** What else is to be known. */
  facts: string[];
}

interface ToCheck {
  /** The model it should be of. */
  id: string;
  files: readonly HashedHere[];
  /** Verifier keys as they were typed, one a line. */
  keys: string;
  now: Date;
}

/** Wrong files named at once. */
const NAMED = 3;

/** The proof that `text` claims to be, and the model that it speaks of. Throws a ProofFault where it can be none. */
export function claimedProof(text: string): { id: string; proof: ModelProof } {
  const proof = parseProof(text) as ModelProof | null;
  const leaf: unknown = proof?.model?.leaf;
  const { id } = ((typeof leaf === 'string' && parseProof(leaf)) || {}) as { id?: unknown };
  if (proof?.format === PROOF_FORMAT && typeof id === 'string' && parseModelId(id)) return { id, proof };
  throw new ProofFault(`It is not a proof of the format ${PROOF_FORMAT}.`);
}

/** What `proof`, which may be anything, says of the files. */
export function answerOf(proof: ModelProof, { id, files, keys, now }: ToCheck): ProofAnswer {
  try {
    const policy = readKeys(keys);
    const checked = checkProof(proof, policy, { id, now });
    const fault = filesFault(proof.sums, checked.model, files);
    if (fault !== undefined) throw new ProofFault(fault);
    const verdict = proofVerdict(proof, checked);
    const facts = [placeSentence(verdict), signatureSentence(verdict)];
    const right = `${counted(files.length, 'file')} of the index of ${longDay(verdict.day)}`;
    if (files.length === 0) return { kind: 'open', sentence: 'The proof holds, and no file of it is here.', facts };
    if (verdict.isSigned) return { kind: 'proved', sentence: `Proved: ${right}, signed by ${verdict.origin}`, facts };
    const open = verdict.unchecked.length > 0 ? 'nobody checked who signed that' : 'nobody signed that';
    return { kind: 'open', sentence: `Not proved: ${right}, and ${open}`, facts };
  } catch (error) {
    if (!(error instanceof ProofFault)) throw error;
    return { kind: 'refused', sentence: `Not proved. ${error.message}`, facts: [] };
  }
}

/** Of every witness that is named the cosignature is asked for. */
function readKeys(text: string): LogPolicy {
  // The same one twice is one witness.
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))];
  const all = lines.filter((line) => line !== '').map(readKey);
  const witnesses = all.filter(({ type }) => type === 'cosignature');
  return { keys: all.filter(({ type }) => type === 'ed25519'), witnesses, quorum: witnesses.length };
}

function readKey(line: string): VerifierKey {
  const key = parseVerifierKey(line);
  if (!key)
    throw new ProofFault(`“${line}” is no verifier key: name, 8 hex digits and base64 with plus signs between.`);
  return key;
}

/** What is wrong with the files by these checksums, as a sentence. Throws a ProofFault where they are none. */
function filesFault(
  sums: string,
  { id, revision }: Pick<Match, 'revision'> & { id: string },
  files: readonly HashedHere[],
) {
  const whole = { model: id, revision, files: filesInProof(sums).map((file) => ({ ...file, size: 0 })) };
  const faults = files.flatMap((file) => {
    const { verdict, matches } = judgeByModel(file, whole);
    if (verdict.kind === 'unknown') return [`${file.path} is no file of ${id}`];
    if (verdict.kind === 'known' && verdict.guess) return [];
    if (matches[0]) return [`${file.path} has the bytes of ${matches[0].path} and not its name`];
    return [`${file.path} has other bytes than the file of that name`];
  });
  const more = faults.length > NAMED ? `, and ${faults.length - NAMED} more` : '';
  return faults.length === 0 ? undefined : `${faults.slice(0, NAMED).join('; ')}${more}.`;
}

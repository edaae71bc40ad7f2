// Compares files with a proof, and checks the proof with keys. The page loads this module for the first proof.
import { shownLine } from '../../basics/shown-text.ts';
import { type Comparison, compareFiles } from '../../dialects/hub/compare-files.ts';
import type { SumsLine } from '../../dialects/hub/sums-file.ts';
import { parseVerifierKey, type VerifierKey, whyNoKey } from '../../log/note.ts';
import { checkProof, type LogPolicy, ProofFault } from '../../log/proof/check-proof.ts';
import { type HeldFiles, heldSentence, someOf } from '../../log/proof/held-files.ts';
import { filesInProof, parseProof } from '../../log/proof/proof-text.ts';
import { type ProofVerdict, placeSentence, proofVerdict, signatureSentence } from '../../log/proof/proof-verdict.ts';
import { fileName } from '../../nouns/file-path.ts';
import { parseModelId } from '../../nouns/model-id.ts';
import { PROOF_FORMAT } from '../../shapes/formats.ts';
import type { ModelProof } from '../../shapes/log.ts';

/** A file of the visitor, hashed in this browser. */
interface HashedHere {
  /** The path of the file, with the dropped folders. */
  path: string;
  sha256: string;
  size: number;
}

export interface ProofAnswer {
  /**
   * `proved`: all files are proved. `part`: these files are proved, but other files of the model are missing. `open`:
   * nothing is wrong, but nothing is proved either. `refused`: something is wrong.
   */
  kind: 'proved' | 'part' | 'open' | 'refused';
  /** The outcome of the check in one sentence. */
  sentence: string;
  /** Further sentences to show: where the log has the model, who signed the log, and the origin of the proof. */
  facts: string[];
}

interface ToCheck {
  /** The id of the expected model. */
  id: string;
  /** The origin of the proof, in words that follow `Checked by `. */
  from: string;
  files: readonly HashedHere[];
  /** Verifier keys as somebody typed them, one on each line. */
  keys: string;
  now: Date;
}

/** Reads `text` as a proof, and the model's id in it. Throws a ProofFault if it can't be a proof. */
export function claimedProof(text: string): { id: string; proof: ModelProof } {
  const proof = parseProof(text) as ModelProof | null;
  const leaf: unknown = proof?.model?.leaf;
  const { id } = ((typeof leaf === 'string' && parseProof(leaf)) || {}) as { id?: unknown };
  if (proof?.format === PROOF_FORMAT && typeof id === 'string' && parseModelId(id)) return { id, proof };
  throw new ProofFault(`It is not a proof of the format ${PROOF_FORMAT}.`);
}

/** Compares files with `proof`, which may have any form, since a stranger may have made it. */
export async function answerOf(proof: ModelProof, { id, from, files, keys, now }: ToCheck): Promise<ProofAnswer> {
  const source = shownLine(`Checked by ${from}.`);
  try {
    const policy = readKeys(keys);
    const checked = checkProof(proof, policy, { id, now });
    const verdict = proofVerdict(proof, checked);
    const hint = verdict.unchecked.length > 0 && policy.keys.length === 0 ? [NO_KEY] : [];
    const facts = [placeSentence(verdict), signatureSentence(verdict), ...hint, source];
    const held = await heldFiles(filesInProof(proof.sums), files, id).catch(refused);
    if ('sentence' in held) return { ...held, facts };
    const { kind, sentence } = outcomeOf(verdict, held);
    // Names of files may contain control characters, which `shownLine` replaces.
    return { kind, sentence: shownLine(sentence), facts };
  } catch (error) {
    return { ...refused(error), facts: [source] };
  }
}

const NO_KEY = 'No key was given: paste the log’s below.';

/** Turns a ProofFault into an answer; throws any other error. */
function refused(error: unknown): Pick<ProofAnswer, 'kind' | 'sentence'> {
  if (!(error instanceof ProofFault)) throw error;
  return { kind: 'refused', sentence: `Not proved. ${error.message}` };
}

function outcomeOf({ isSigned, unchecked }: ProofVerdict, held: HeldFiles): Pick<ProofAnswer, 'kind' | 'sentence'> {
  if (held.right === 0) return { kind: 'open', sentence: `Not proved: ${heldSentence(held, 'faulty')}` };
  if (isSigned)
    return {
      kind: held.missing.length > 0 ? 'part' : 'proved',
      sentence: `Proved: ${heldSentence(held, 'proved')}`,
    };
  const worth = unchecked.length > 0 ? 'unchecked' : 'unsigned';
  return { kind: 'open', sentence: `Not proved: ${heldSentence(held, worth)}` };
}

/** Reads the verifier keys. The log's checkpoint must be cosigned by every witness whose key is given. */
function readKeys(text: string): LogPolicy {
  // Drops equal lines, because two equal keys would count as two witnesses.
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const all = [...lines].filter((line) => line !== '' && !line.startsWith('#')).map(readKey);
  const witnesses = all.filter(({ type }) => type === 'cosignature');
  return { keys: all.filter(({ type }) => type === 'ed25519'), witnesses, quorum: witnesses.length };
}

function readKey(line: string): VerifierKey {
  const key = parseVerifierKey(line);
  if (!key) throw new ProofFault(`“${line}” ${whyNoKey(line)}.`);
  return key;
}

/**
 * Compares the visitor's files with the files of the model `id`. Throws a ProofFault if a file has other bytes than the
 * model's, or the name of another file.
 */
async function heldFiles(expected: readonly SumsLine[], files: readonly HashedHere[], id: string) {
  const base = baseOf(files, expected);
  const here = files.map((file) => ({ ...file, path: pathFrom(base, file.path) }));
  const { right, wrong, missing, extra, misnamed } = await compareFiles(expected, here, async ({ sha256 }) => sha256);
  const faults = [
    ...misnamed.map(({ path, is }) => `${path} has the bytes of ${is} and not its name`),
    ...wrong
      .filter(({ path }) => !misnamed.some((file) => file.path === path))
      .map(({ path }) => `${path} has other bytes than the file of that name`),
  ];
  if (faults.length > 0) throw new ProofFault(`${someOf(faults, '; ')}.${folderAdvice(misnamed)}`);
  return { model: id, right, files: expected.length, missing, extra };
}

/**
 * Finds the folder, with its last slash, whose files match the model best. This is the folder with the most files of
 * the right name and bytes or, if there are none, of the right name.
 */
function baseOf(files: readonly HashedHere[], expected: readonly SumsLine[]): string {
  const wanted = new Map(expected.map(({ path, sha256 }) => [path, sha256]));
  const votes = new Map<string, number>();
  for (const { path, sha256 } of files)
    for (const name of path.split('/').map((_, at, parts) => parts.slice(at).join('/'))) {
      if (!wanted.has(name)) continue;
      const base = path.slice(0, path.length - name.length);
      const weight = wanted.get(name) === sha256 ? files.length + 1 : 1;
      votes.set(base, (votes.get(base) ?? 0) + weight);
    }
  const [best] = [...votes].sort(([a, of], [b, than]) => than - of || a.length - b.length);
  return best?.[0] ?? '';
}

/** Gives the path below the folder `base`. A file outside of that folder gets a path that no model has. */
const pathFrom = (base: string, path: string) => (path.startsWith(base) ? path.slice(base.length) : `../${path}`);

/** Advises to choose the folder if files were chosen one by one, which loses the names of folders. */
function folderAdvice(misnamed: Comparison['misnamed']): string {
  const isLost = misnamed.some(({ path, is }) => !path.includes('/') && fileName(is) === path);
  return isLost ? ' Files chosen one by one do not tell their folders: choose the folder that they lie in.' : '';
}

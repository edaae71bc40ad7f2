// The attestation of a whole model: a bundle of OpenSSF Model Signing, which `model_signing verify key` reads.
import type { Awaitable } from '../basics/awaitable.ts';
import { base64, bytesOfHex } from '../basics/byte-text.ts';
import { canonicalJson } from '../basics/canonical-json.ts';
import { SHA256SUMS } from '../dialects/hub/sha256sums.ts';
import { sha256Hex } from '../digests/sha.ts';
import type { Attestor } from './attestor.ts';
import { NOTICE_ANNOTATION } from './notice.ts';
import { bundleOf, statementText } from './sigstore-bundle.ts';

/** A model as the index attests it. */
export interface AttestedModel {
  id: string;
  revision: string;
  /** In the order of the index. */
  files: readonly { path: string; sha256: string }[];
}

/** Files that the verifier leaves out of every folder by default: git's own. */
const OF_GIT = ['.git', '.gitattributes', '.github', '.gitignore'];
/** Files that downloads leave in a folder: notes of `hf`, our checksum file, the signature itself. */
const OF_DOWNLOADS = ['.cache/huggingface', SHA256SUMS, 'model.sig'];
/** Never signed: SHA256SUMS is ours in a download. */
const UNSIGNED = [...OF_GIT, SHA256SUMS];

/**
 * Files, and bytes, that are worked on before others may have their turn: bytes in a multiple of three, as base64 takes
 * them.
 */
const [FEW_FILES, FEW_BYTES] = [2000, 3 * 2 ** 17];

const utf8 = new TextEncoder();

/**
 * The bundle of a model, as JSON. Files of git are not in it, since verifiers leave them out; nor is SHA256SUMS, which in
 * a download is ours. `turn` is waited for between pieces of work of a millisecond or two.
 */
export async function modelBundle(
  attestor: Attestor,
  model: AttestedModel,
  turn: () => Awaitable<void> = () => undefined,
): Promise<string> {
  const { resources, digests, present } = await readFiles(model.files, turn);
  const digest = { sha256: sha256Hex(bytesOfHex(digests.join(''))) };
  const annotations = { ...NOTICE_ANNOTATION, 'org.opencontainers.image.revision': model.revision };
  const ignored = [...OF_GIT, ...OF_DOWNLOADS.filter((name) => !present.has(name))];
  const serialization = { method: 'files', hash_type: 'sha256', allow_symlinks: false, ignore_paths: ignored };
  const text = statementText({
    subject: [{ name: model.id, digest, annotations }],
    predicateType: 'https://model_signing/signature/v1.0',
    predicate: { serialization, resources: [] },
  });
  // The predicate comes before all that others have named.
  const payload = utf8.encode(text.replace('"resources":[]', () => `"resources":[${resources.join(',')}]`));
  let encoded = '';
  for (let at = 0; at < payload.length; at += FEW_BYTES) {
    encoded += base64(payload.subarray(at, at + FEW_BYTES));
    await turn();
  }
  return bundleOf(attestor, payload, encoded);
}

/** The files that are signed, as JSON, with their hashes; and which of what downloads leave in a folder are among them. */
async function readFiles(files: AttestedModel['files'], turn: () => Awaitable<void>) {
  const [resources, digests]: [string[], string[]] = [[], []];
  const present = new Set<string>();
  for (const [at, { path, sha256 }] of files.entries()) {
    if (at % FEW_FILES === FEW_FILES - 1) await turn();
    if (UNSIGNED.some((name) => isWithin(path, name))) continue;
    const found = OF_DOWNLOADS.find((name) => isWithin(path, name));
    if (found !== undefined) present.add(found);
    resources.push(canonicalJson({ name: path, algorithm: 'sha256', digest: sha256 }));
    digests.push(sha256);
  }
  return { resources, digests, present };
}

const isWithin = (path: string, above: string) =>
  path.startsWith(above) && (path.length === above.length || path[above.length] === '/');

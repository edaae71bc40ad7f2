// Signs a model with all of its files. The signature is a bundle of OpenSSF Model Signing, which `model_signing verify
// key` reads.
import type { Awaitable } from '../basics/awaitable.ts';
import { base64, bytesOfHex } from '../basics/byte-text.ts';
import { canonicalJson } from '../basics/canonical-json.ts';
import { SHA256SUMS } from '../dialects/hub/sha256sums.ts';
import { sha256Hex } from '../digests/sha.ts';
import type { Attestor } from './attestor.ts';
import { NOTICE_ANNOTATION } from './notice.ts';
import { bundleOf, statementText } from './sigstore-bundle.ts';

/** The facts of a model that its signature covers. */
export interface AttestedModel {
  id: string;
  revision: string;
  /** The files in the order of the index. */
  files: readonly { path: string; sha256: string }[];
}

/** Files of git, which the verifier leaves out of every folder by default. */
const OF_GIT = ['.git', '.gitattributes', '.github', '.gitignore'];
/** Files that a download adds to a model's folder: the cache of `hf`, the checksum file, the signature itself. */
const OF_DOWNLOADS = ['.cache/huggingface', SHA256SUMS, 'model.sig'];
/**
 * Files that are never signed. This hub writes the SHA256SUMS of a download, so a SHA256SUMS of the model is not
 * signed.
 */
const UNSIGNED = [...OF_GIT, SHA256SUMS];

/**
 * The maximum number of files, and of bytes, in one piece of work; other requests run between pieces. The number of
 * bytes is a multiple of three, so that the base64 texts of the pieces can be joined.
 */
const [FEW_FILES, FEW_BYTES] = [2000, 3 * 2 ** 17];

const utf8 = new TextEncoder();

/**
 * Makes the bundle of a model, as JSON. Leaves out files of git, as verifiers do, and SHA256SUMS, which this hub writes
 * into a download. Waits for `turn` after each piece of work, which takes a millisecond or two.
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
  // Puts the files into the empty list of resources. `statementText` sorts the keys, so the list comes before the
  // model's name, which could contain the same text.
  const payload = utf8.encode(text.replace('"resources":[]', () => `"resources":[${resources.join(',')}]`));
  let encoded = '';
  for (let at = 0; at < payload.length; at += FEW_BYTES) {
    encoded += base64(payload.subarray(at, at + FEW_BYTES));
    await turn();
  }
  return bundleOf(attestor, payload, encoded);
}

/**
 * Returns the signed files as JSON, their hashes in the same order, and the names of `OF_DOWNLOADS` at which the model
 * has files of its own.
 */
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

// The attestation of a whole model: a bundle of OpenSSF Model Signing, which `model_signing verify key` reads.
import { bytesOfHex } from '../basics/byte-text.ts';
import { SHA256SUMS } from '../dialects/hub/sha256sums.ts';
import { sha256Hex } from '../digests/sha.ts';
import type { Attestor } from './attestor.ts';
import { NOTICE_ANNOTATION } from './notice.ts';
import { sigstoreBundle } from './sigstore-bundle.ts';

/** What is attested of a model. */
export interface AttestedModel {
  id: string;
  revision: string;
  files: readonly { path: string; sha256: string }[];
}

/** What the verifier leaves out of every folder unless told otherwise: git's own. */
const OF_GIT = ['.git', '.gitattributes', '.github', '.gitignore'];
/** What downloads leave in a folder: notes of `hf`, our checksum file, the signature itself. */
const OF_DOWNLOADS = ['.cache/huggingface', SHA256SUMS, 'model.sig'];

/**
 * The bundle of a model, as JSON. Files of git are not in it, since verifiers leave them out; nor is SHA256SUMS, which in
 * a download is ours.
 */
export function modelBundle(attestor: Attestor, { id, revision, files }: AttestedModel): string {
  const left = [...OF_GIT, SHA256SUMS];
  const signed = files.filter(({ path }) => !left.some((name) => isWithin(path, name)));
  const isSigned = (name: string) => signed.some(({ path }) => isWithin(path, name));
  const resources = signed
    .map(({ path, sha256 }) => ({ name: path, algorithm: 'sha256', digest: sha256 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return sigstoreBundle(attestor, {
    subject: [
      {
        name: id,
        digest: { sha256: sha256Hex(bytesOfHex(resources.map(({ digest }) => digest).join(''))) },
        annotations: { ...NOTICE_ANNOTATION, 'org.opencontainers.image.revision': revision },
      },
    ],
    predicateType: 'https://model_signing/signature/v1.0',
    predicate: {
      serialization: {
        method: 'files',
        hash_type: 'sha256',
        allow_symlinks: false,
        ignore_paths: [...OF_GIT, ...OF_DOWNLOADS.filter((name) => !isSigned(name))],
      },
      resources,
    },
  });
}

const isWithin = (path: string, above: string) => path === above || path.startsWith(`${above}/`);

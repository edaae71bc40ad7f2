// The rows of the route table for files: where to get their bytes, which hashes the bytes must have, and the documents
// by which a model is downloaded or checked.

import { SIGSTORE_BUNDLE } from '../nouns/media-types.ts';
import { built, chapter, live } from './route.ts';
import { arrayOf, file, json, model, textType } from './row-facts.ts';

/** The answer with the checksum file. The hub itself sends this file, without a redirect. */
const CHECKSUMS = {
  content: { 'text/plain': { type: 'string' } },
  headers: ['X-Repo-Commit', 'X-Linked-Size'],
} as const;

/** The redirect to a source of a file. */
const TO_SOURCE = {
  is: 'Go to the source, and expect these bytes. `Link` names every other source that holds the file.',
  content: {},
  headers: ['Location', 'X-Linked-Etag', 'X-Linked-Size', 'X-Repo-Commit', 'X-Hub-Source', 'X-Hub-Source-Ok', 'Link'],
} as const;

export const fileRoutes = chapter('Files', {
  sha256sums: built('/{owner}/{name}/resolve/{revision}/SHA256SUMS', {
    ...file,
    type: textType,
    ranges: true,
    summary: 'A checksum file for the whole model',
  }),
  resolve: live('/{owner}/{name}/resolve/{revision}/{path...}', {
    ...file,
    cache: 'no-store',
    tagged: true,
    summary: 'Redirect to a live source of the file',
    id: 'resolveFile',
    why:
      'Call it to download a file: it redirects to the first source in the order of health that is up and holds ' +
      'the file. `ETag` and `X-Linked-Etag` are the SHA-256 that the bytes must have, from the index and not ' +
      'from the source. Hash what arrives, and keep it only when it is equal; the service never sees the bytes. The ' +
      'path `SHA256SUMS` is no file of the repository but a checksum file for the whole model, made from the ' +
      'index: `curl -s <this> | sha256sum --strict -c` checks a whole download.',
    answers: {
      200: {
        ...CHECKSUMS,
        is: 'To the path `SHA256SUMS`: a line for each file, its SHA-256, two spaces, its path.',
      },
      206: {
        ...CHECKSUMS,
        is: 'The range of `SHA256SUMS` asked for.',
        headers: [...CHECKSUMS.headers, 'Content-Range'],
      },
      302: TO_SOURCE,
    },
    refusals: ['EntryNotFound', 'SourceHasNotGotIt', 'BadRange'],
    pinned: {
      id: 'resolveFileVia',
      why:
        'Call it to fetch a file from one source and no other. Fetch the same file through two sources and compare ' +
        'the hashes: that is the check that does not rest on this host. A source that lacks the file is refused, ' +
        'with the names of those that hold it.',
    },
  }),
  raw: live('/{owner}/{name}/raw/{revision}/{path...}', {
    ...file,
    type: textType,
    summary: 'The git-LFS pointer of a weight file, or a redirect to any other file',
    id: 'getPointer',
    why:
      'Call it as at the public hub: weights give the three lines that git-LFS keeps in a file’s place, with size ' +
      'and SHA-256; every other file is a redirect, as at `resolve`.',
    answers: {
      200: { is: 'The pointer of a weight file.', headers: ['X-Repo-Commit'] },
      302: TO_SOURCE,
    },
    refusals: ['EntryNotFound', 'SourceHasNotGotIt'],
  }),
  hashes: built('/hashes/{shard}.json', {
    ...file,
    type: json,
    summary: 'Every file whose SHA-256 starts with three hex digits',
    id: 'listHashes',
    why:
      'Call it to find out what a file is: hash it, take the first three hex digits, and look its SHA-256 up among ' +
      'these rows. It says which models have the file, at which path. A shard that nothing is in is an empty list.',
    shape: arrayOf('HashRow'),
    refusals: ['BadParameter'],
  }),
  byHash: live('/api/hub/by-hash/{sha256}', {
    ...model,
    summary: 'Which models have a file with a SHA-256, where its bytes are, and since when',
    why:
      'Call it with the SHA-256 of a file to learn which models have it, under which path, which sources hold ' +
      'those bytes, and since when the index has them. It lists at most 50 files, and says how many there are. To ' +
      'tell the hub no more than three digits, read `listHashes`.',
    shape: 'KnownHash',
    refusals: ['BadParameter', 'HashNotFound'],
  }),
  modelLock: live('/models/{owner}/{name}/lock.json', {
    file: true,
    ...model,
    summary: 'The lock of a model: every file with its size, its SHA-256 and its address at each source',
    why:
      'Call it to pin a model: keep the answer beside your code, and the same bytes can be had for as long as a ' +
      'source has them, with or without this hub. The text is canonical, with a line for each file: equal locks ' +
      'have equal bytes. It stays the same until the model or a source of it changes.',
    shape: 'Lock',
  }),
  modelMetalink: live('/models/{owner}/{name}/model.meta4', {
    file: true,
    ...model,
    type: 'application/metalink4+xml',
    summary: 'The same as a Metalink (RFC 5854), which aria2 downloads by',
    why:
      'Call it for a downloader that takes several sources at once: aria2 and others read this list. It has the size, ' +
      'the SHA-256 and the sources of every file that a source holds.',
  }),
  modelBill: live('/models/{owner}/{name}/cyclonedx.json', {
    file: true,
    ...model,
    type: 'application/vnd.cyclonedx+json; version=1.6',
    summary: 'The bill of materials of a model, CycloneDX 1.6',
    why:
      'Call it for an inventory: the SHA-256 of every file, the licence, the package URL, and the base models and data ' +
      'sets that tags name, as CycloneDX 1.6. It has no time, so that equal facts have equal bytes.',
    shape: { type: 'object', description: 'A bill of CycloneDX 1.6.' },
  }),
  modelSignature: live('/models/{owner}/{name}/model.sig', {
    file: true,
    attested: true,
    ...file,
    type: SIGSTORE_BUNDLE,
    summary: 'The attestation of a model: a bundle that `model_signing verify` reads',
    why:
      'Call it to check a downloaded folder with `model_signing verify key`: the SHA-256 of each file of the ' +
      'model, signed by the operator’s key, the same bytes at every hub with it. The index attests them; it is not their maker.',
    shape: { type: 'object', description: 'A bundle of Sigstore: a statement of in-toto in an envelope.' },
    refusals: ['NotAttested'],
  }),
  attestationKey: live('/api/hub/attestation/key.pem', {
    file: true,
    attested: true,
    treeless: true,
    ...file,
    type: textType,
    summary: 'The public key that attestations are checked by',
    why:
      'Call it once, and keep what it gives: `model_signing` and `cosign` check by it. A key that comes from the ' +
      'same place as a signature proves no more than that place, so compare it with one that you have ' +
      'from elsewhere. An operator without a key for attestations has none.',
    refusals: ['NotAttested'],
  }),
});

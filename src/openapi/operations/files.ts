// The operations of files: where to get their bytes, and which hashes the bytes must have.

import type { RouteName } from '../../table/routes.ts';
import type { HeaderName } from './headers.ts';
import { type OperationWords, operation, type PartOf, type Success } from './operation.ts';

const ABOUT_THE_FILE: readonly HeaderName[] = [
  'Location',
  'ETag',
  'X-Linked-Etag',
  'X-Linked-Size',
  'X-Repo-Commit',
  'X-Hub-Source',
];

/** The answer with the checksum file. The hub itself sends this file, without a redirect. */
const CHECKSUMS = {
  content: { 'text/plain': { type: 'string' } },
  headers: ['ETag', 'Accept-Ranges', 'X-Repo-Commit', 'X-Linked-Size'],
  cache: ['revalidate'],
} as const satisfies Partial<Success>;

export const files = {
  resolve: operation(
    'resolveFile',
    'Call it to download a file: it redirects to the first source in the order of health that is up and holds ' +
      'the file. `ETag` and `X-Linked-Etag` are the SHA-256 that the bytes must have, from the index and not ' +
      'from the source. Hash what arrives, and keep it only when it is equal; the service never sees the bytes. The ' +
      'path `SHA256SUMS` is no file of the repository but a checksum file for the whole model, made from the ' +
      'index: `curl -s <this> | sha256sum --strict -c` checks a whole download.',
    {
      200: { ...CHECKSUMS, is: 'To the path `SHA256SUMS`: a line for each file, its SHA-256, two spaces, its path.' },
      206: {
        ...CHECKSUMS,
        is: 'The range of `SHA256SUMS` asked for.',
        headers: [...CHECKSUMS.headers, 'Content-Range'],
      },
      302: {
        is: 'Go to the source, and expect these bytes. `Link` names every other source that holds the file.',
        content: {},
        headers: [...ABOUT_THE_FILE, 'X-Hub-Source-Ok', 'Link'],
        cache: ['no-store'],
      },
      304: { ...CHECKSUMS, is: '`SHA256SUMS` is as it was when its tag was sent in `If-None-Match`.', content: {} },
    },
    {
      refusals: ['EntryNotFound', 'SourceHasNotGotIt', 'BadRange'],
      pinned: {
        id: 'resolveFileVia',
        why:
          'Call it to fetch a file from one source and no other. Fetch the same file through two sources and compare ' +
          'the hashes: that is the check that does not rest on this host. A source that lacks the file is refused, ' +
          'with the names of those that hold it.',
      },
    },
  ),
  sha256sums: { partOf: 'resolve' },
  raw: operation(
    'getPointer',
    'Call it to learn whether a file exists, or its size and SHA-256, from the three lines that git-LFS keeps in a file’s place.',
    { 200: { is: 'The pointer.', headers: ['X-Repo-Commit'] } },
    { docs: 'api', tagged: true, refusals: ['EntryNotFound'] },
  ),
  hashes: operation(
    'listHashes',
    'Call it to find out what a file is: hash it, take the first three hex digits, and look its SHA-256 up among ' +
      'these rows. It says which models have the file, at which path. A shard that nothing is in is an empty list.',
    'Every file whose SHA-256 starts so, sorted.',
    {
      shape: { type: 'array', items: { $ref: '#/components/schemas/HashRow' } },
      refusals: ['BadParameter'],
    },
  ),
  byHash: operation(
    'getByHash',
    'Call it with the SHA-256 of a file to learn which models have it, under which path, which sources hold ' +
      'those bytes, and since when the index has them. It lists at most 50 files, and says how many there are. To ' +
      'tell the hub no more than three digits, read `listHashes`.',
    'The files with this hash.',
    {
      shape: 'KnownHash',
      tagged: true,
      refusals: ['BadParameter', 'HashNotFound'],
    },
  ),
  byHashes: operation(
    'listByHash',
    'Call it with up to 100 hashes, with commas between or repeated, to learn of a whole folder which of its ' +
      'files are known. It lists at most five files for each hash; a hash that nobody has is there with none.',
    'The hashes in the order asked for, each once.',
    {
      query: ['hashes'],
      shape: 'KnownHashes',
      tagged: true,
      refusals: ['BadParameter'],
    },
  ),
} satisfies Partial<Record<RouteName, OperationWords | PartOf>>;

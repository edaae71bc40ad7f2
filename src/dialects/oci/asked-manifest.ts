// Which of a tag's three answers a caller wants (decision 0021).
import { DOCKER_MANIFEST, OCI_MANIFEST } from './media-types.ts';

export type ManifestKind = 'oci' | 'gguf' | 'gguf-file';

/**
 * Reads the caller's `Accept`, all of its lines joined with commas, and `User-Agent`. OCI when the OCI type stands
 * anywhere, since most clients name Docker's first and mean neither more than the other; GGUF when only Docker's does;
 * the file for a `llama-cpp` that names neither; else OCI.
 */
export function askedManifest(accept: string, userAgent: string): ManifestKind {
  const named = namedTypes(accept);
  if (named.oci) return 'oci';
  if (named.docker) return 'gguf';
  return userAgent.startsWith('llama-cpp') ? 'gguf-file' : 'oci';
}

interface Named {
  oci: boolean;
  docker: boolean;
}

/** Headers read before: clients of one kind all send the same, so there are few. Bounded in number and in length. */
const known = new Map<string, Named>();
const KNOWN = 256;
const KNOWN_LENGTH = 1024;

function namedTypes(accept: string): Named {
  const before = known.get(accept);
  if (before) return before;
  const types = accept.split(',').flatMap((range) => {
    const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    return params.some((param) => /^q=0(\.0*)?$/.test(param)) ? [] : [type];
  });
  const named = { oci: types.includes(OCI_MANIFEST), docker: types.includes(DOCKER_MANIFEST) };
  if (known.size >= KNOWN) known.clear();
  if (accept.length <= KNOWN_LENGTH) known.set(accept, named);
  return named;
}

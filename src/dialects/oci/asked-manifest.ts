// Which of a tag's three answers a caller wants (contract.md C9, C18).
import { DOCKER_MANIFEST, OCI_MANIFEST } from './media-types.ts';

export type ManifestKind = 'oci' | 'gguf' | 'gguf-file';

/**
 * Reads the caller's `Accept`, all of its lines joined with commas, and `User-Agent`. OCI when the OCI type stands
 * anywhere, since most clients name Docker's first and mean neither more than the other; GGUF when only Docker's does;
 * the file for a `llama-cpp` that names neither; else OCI.
 */
export function askedManifest(accept: string, userAgent: string): ManifestKind {
  const types = accept.split(',').flatMap((range) => {
    const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    return params.some((param) => /^q=0(\.0*)?$/.test(param)) ? [] : [type];
  });
  if (types.includes(OCI_MANIFEST)) return 'oci';
  if (types.includes(DOCKER_MANIFEST)) return 'gguf';
  return userAgent.startsWith('llama-cpp') ? 'gguf-file' : 'oci';
}

// Decides which of a tag's three answers a caller wants (decision 0021).
import { DOCKER_MANIFEST, OCI_MANIFEST } from '../../nouns/registry-media-types.ts';

export type ManifestKind = 'oci' | 'gguf' | 'gguf-file';

/**
 * Reads the caller's `Accept`, with all lines joined by commas, and `User-Agent`. Gives OCI if the OCI type occurs
 * anywhere, since most clients name Docker's first without preferring it; GGUF if only Docker's occurs; the file for a
 * `llama-cpp` that names neither; else OCI.
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

function namedTypes(accept: string): Named {
  // Nearly all clients of a registry name types in plain lower case, and OCI's among them.
  if (namesPlainly(accept, OCI_MANIFEST)) return { oci: true, docker: false };
  const types = accept.split(',').flatMap((range) => {
    const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    return params.some((param) => /^q=0(\.0*)?$/.test(param)) ? [] : [type];
  });
  return { oci: types.includes(OCI_MANIFEST), docker: types.includes(DOCKER_MANIFEST) };
}

/** True if `type` is in a list of types without parameters, separated by a comma and at most a space. */
function namesPlainly(accept: string, type: string): boolean {
  const at = accept.indexOf(type);
  if (at < 0 || accept.includes(';')) return false;
  const isFirst = at === 0 || accept[at - 1] === ',' || (accept[at - 1] === ' ' && accept[at - 2] === ',');
  const behind = accept[at + type.length];
  return isFirst && (behind === undefined || behind === ',');
}

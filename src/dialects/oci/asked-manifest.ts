// Decides which of the three manifests of a tag a caller wants (decision 0021).
import { DOCKER_MANIFEST, OCI_MANIFEST } from '../../nouns/registry-media-types.ts';

export type ManifestKind = 'oci' | 'gguf' | 'gguf-file';

/**
 * Chooses by the caller's `Accept`, whose lines are joined by commas, and its `User-Agent`. Returns `oci` if the OCI
 * type occurs anywhere, since most clients name Docker's type first without preferring it. Otherwise returns `gguf` if
 * Docker's type occurs. If neither type occurs, returns `gguf-file` for the `User-Agent` of llama.cpp, and `oci` for
 * all other callers.
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
  // This quick test comes first, because nearly all registry clients name the OCI type in plain lower case.
  if (namesPlainly(accept, OCI_MANIFEST)) return { oci: true, docker: false };
  const types = accept.split(',').flatMap((range) => {
    const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    return params.some((param) => /^q=0(\.0*)?$/.test(param)) ? [] : [type];
  });
  return { oci: types.includes(OCI_MANIFEST), docker: types.includes(DOCKER_MANIFEST) };
}

/**
 * True if `accept` is a list without parameters that contains `type`. A comma and at most one space separate the types.
 */
function namesPlainly(accept: string, type: string): boolean {
  const at = accept.indexOf(type);
  if (at < 0 || accept.includes(';')) return false;
  const isFirst = at === 0 || accept[at - 1] === ',' || (accept[at - 1] === ' ' && accept[at - 2] === ',');
  const behind = accept[at + type.length];
  return isFirst && (behind === undefined || behind === ',');
}

// Which of a tag's three answers a caller wants (decision 0021).
import { DOCKER_MANIFEST, OCI_MANIFEST } from '../../nouns/registry-media-types.ts';

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

function namedTypes(accept: string): Named {
  // Nearly every client of a registry names types in lower case and nothing else, OCI's among them.
  if (namesPlainly(accept, OCI_MANIFEST)) return { oci: true, docker: false };
  const types = accept.split(',').flatMap((range) => {
    const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    return params.some((param) => /^q=0(\.0*)?$/.test(param)) ? [] : [type];
  });
  return { oci: types.includes(OCI_MANIFEST), docker: types.includes(DOCKER_MANIFEST) };
}

/** True when `type` stands in a list of types that are separated by a comma and a space at most, and have no parameters. */
function namesPlainly(accept: string, type: string): boolean {
  const at = accept.indexOf(type);
  if (at < 0 || accept.includes(';')) return false;
  const isFirst = at === 0 || accept[at - 1] === ',' || (accept[at - 1] === ' ' && accept[at - 2] === ',');
  const behind = accept[at + type.length];
  return isFirst && (behind === undefined || behind === ',');
}

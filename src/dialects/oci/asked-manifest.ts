// Decides which of the three manifests of a tag a caller wants (decision 0021).
import { qualities } from '../../basics/qualities.ts';
import { DOCKER_MANIFEST, OCI_MANIFEST } from '../../nouns/registry-media-types.ts';

export type ManifestKind = 'oci' | 'gguf' | 'gguf-file';

/**
 * Chooses by the caller's `Accept`, whose lines are joined by commas, and its `User-Agent`. The type with the higher q
 * wins (RFC 9110 12.5.1), and at the same q the OCI type, since most clients name Docker's type first without preferring
 * it. If neither type is acceptable, returns `gguf-file` for the `User-Agent` of llama.cpp, and `oci` for all other callers.
 */
export function askedManifest(accept: string, userAgent: string): ManifestKind {
  // This quick test comes first, because nearly all registry clients name the OCI type in plain lower case.
  if (namesPlainly(accept, OCI_MANIFEST)) return 'oci';
  const named = qualities(accept);
  const [oci, docker] = [named.get(OCI_MANIFEST) ?? 0, named.get(DOCKER_MANIFEST) ?? 0];
  if (oci > 0 || docker > 0) return oci >= docker ? 'oci' : 'gguf';
  return userAgent.startsWith('llama-cpp') ? 'gguf-file' : 'oci';
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

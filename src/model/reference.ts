// Checks names in a registry according to the OCI distribution spec: repositories, tags and digests.
import type { Digest } from '../shapes/registry.ts';

const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const NAME = new RegExp(`^${PART}(?:/${PART})*$`);
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Gives the name of a model's repository: its id in lower case (decision 0021). */
export function repositoryName(id: string): string {
  return id.toLowerCase();
}

/**
 * True for a name that every OCI client accepts. The registry also serves models whose id is no such name (`a/b._c`),
 * so use this function only to tell a wrong name from an unknown name.
 */
export function isRepositoryName(text: string): boolean {
  return text.length <= 255 && NAME.test(text);
}

/** True if `text` has the form of a tag. */
export function isTag(text: string): boolean {
  return TAG.test(text);
}

/** True for `sha256:` and 64 lowercase hex characters. No other digest algorithm is used here. */
export function isDigest(text: string): text is Digest {
  return DIGEST.test(text);
}

/** Gives the hex part of a digest, under which its bytes are stored. */
export function hexOfDigest(digest: Digest): string {
  return digest.slice('sha256:'.length);
}

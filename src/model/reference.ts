// Names in a registry: repositories, tags and digests, by the OCI distribution spec.
import type { Digest } from '../shapes/registry.ts';

const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const NAME = new RegExp(`^${PART}(?:/${PART})*$`);
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Gives the repository of a model: its id in lower case (decision 0021). */
export function repositoryName(id: string): string {
  return id.toLowerCase();
}

/**
 * True for a name that every OCI client accepts. A model's id may make no such name (`a/b._c`), and its repository is
 * served all the same: this tells a wrong name from an unknown one, and is no reason to refuse a model.
 */
export function isRepositoryName(text: string): boolean {
  return text.length <= 255 && NAME.test(text);
}

/** True for a tag. */
export function isTag(text: string): boolean {
  return TAG.test(text);
}

/** True for `sha256:` and 64 lowercase hex characters, the only digest algorithm here. */
export function isDigest(text: string): text is Digest {
  return DIGEST.test(text);
}

/** Gives the hex part of a digest, under which its bytes are stored. */
export function hexOfDigest(digest: Digest): string {
  return digest.slice('sha256:'.length);
}

/** Gives the tag where cosign 2 looks for the signature of a manifest. */
export function cosignTag(digest: Digest): string {
  return `sha256-${hexOfDigest(digest)}.sig`;
}

/** Gives the digest whose signature has this tag; undefined for any other reference. */
export function digestOfCosignTag(reference: string): Digest | undefined {
  const [, hex] = /^sha256-([0-9a-f]{64})\.sig$/.exec(reference) ?? [];
  return hex === undefined ? undefined : `sha256:${hex}`;
}

// Names in a registry: repositories, tags and digests, as the OCI distribution spec spells them.
import type { Digest } from '../shapes/registry.ts';

const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const NAME = new RegExp(`^${PART}(?:/${PART})*$`);
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The repository of a model: its id in lower case (decision 0021). */
export function repositoryName(id: string): string {
  return id.toLowerCase();
}

/**
 * True for a name that every OCI client can say. A model's id may lack such a name (`a/b._c`), and its repository is
 * served all the same: this distinguishes a wrong name from an unknown one and is no reason to refuse a model.
 */
export function isRepositoryName(text: string): boolean {
  return text.length <= 255 && NAME.test(text);
}

/** True for a tag. */
export function isTag(text: string): boolean {
  return TAG.test(text);
}

/** True for `sha256:` and 64 lowercase hex characters, the one digest algorithm we have. */
export function isDigest(text: string): text is Digest {
  return DIGEST.test(text);
}

/** The hex part of a digest: the name its bytes are stored under. */
export function hexOfDigest(digest: Digest): string {
  return digest.slice('sha256:'.length);
}

/** The tag under which cosign 2 looks for the signature of a manifest. */
export function cosignTag(digest: Digest): string {
  return `sha256-${hexOfDigest(digest)}.sig`;
}

/** The digest whose signature a reference is the tag of; undefined for any other reference. */
export function digestOfCosignTag(reference: string): Digest | undefined {
  const [, hex] = /^sha256-([0-9a-f]{64})\.sig$/.exec(reference) ?? [];
  return hex === undefined ? undefined : `sha256:${hex}`;
}

// The facts that the registry has of one model: its tags and the digests to which they lead. The build writes them once
// a day, and the hub reads them for each request. Also the lists of tags and referrers, and the choice between the three
// manifests of a tag.

import { own } from '../../../basics/records.ts';
import { isTag } from '../../../model/reference.ts';
import { DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../../nouns/media-types.ts';
import type { Digest, GgufFileAnswer, OciDescriptor, OciIndex, OciTagList } from '../../../shapes/registry.ts';
import { qualities } from '../../../table/headers.ts';
import { type Refusal, refuse } from '../../../table/refusals.ts';

export type ManifestKind = 'oci' | 'gguf' | 'gguf-file';

/**
 * Chooses by the caller's `Accept`, whose lines are joined by commas, and its `User-Agent`. The type with the higher q
 * wins (RFC 9110 12.5.1), and at the same q the OCI type, since most clients name Docker's type first without preferring
 * it. If neither type is acceptable, returns `gguf-file` for the `User-Agent` of llama.cpp, and `oci` for all other callers.
 */
export function askedManifest(accept: string, userAgent: string): ManifestKind {
  if (accept !== last.accept || userAgent !== last.userAgent)
    last = { accept, userAgent, kind: readManifestKind(accept, userAgent) };
  return last.kind;
}

/** The last request's headers. Reading q-values takes as long as the rest of an answer, and clients repeat themselves. */
let last: { accept: string; userAgent: string; kind: ManifestKind } = { accept: '', userAgent: '', kind: 'oci' };

function readManifestKind(accept: string, userAgent: string): ManifestKind {
  if (/manifest/i.test(accept)) {
    const named = qualities(accept);
    const [oci, docker] = [named.get(OCI_MANIFEST) ?? 0, named.get(DOCKER_MANIFEST) ?? 0];
    if (oci > 0 || docker > 0) return oci >= docker ? 'oci' : 'gguf';
  }
  return userAgent.startsWith('llama-cpp') ? 'gguf-file' : 'oci';
}

export interface RegistryIndex {
  /** The name of the repository: the model's id in lower case. */
  name: string;
  /** The tags: `latest`, and each quantisation in a single file, whose tag is its name in upper case. */
  tags: Record<string, TagEntry>;
  /**
   * The quantisations that exist only in shards, by name in upper case. llama.cpp can load them, but a registry can't
   * serve them.
   */
  sharded: Record<string, GgufFileAnswer>;
}

export interface TagEntry {
  /** The digest of the ModelPack manifest. */
  oci: Digest;
  /**
   * The digest of the GGUF manifest, or `sharded-only` if the GGUF is in several files; absent if the model has no
   * GGUF.
   */
  gguf?: Digest | 'sharded-only';
  /** The answer for llama.cpp; absent if the model has no GGUF. */
  ggufFile?: GgufFileAnswer;
}

/** The manifest to which a reference leads, or an answer for llama.cpp, which has no digest. */
type Found = { digest: Digest; mediaType: string } | { ggufFile: GgufFileAnswer };

/**
 * Finds the manifest of `reference`, which is a tag in any case or a digest. A digest finds its manifest for any
 * `kind`. If there is no manifest, returns a refusal that says what to request instead.
 */
export function findManifest(index: RegistryIndex, reference: string, kind: ManifestKind): Found | Refusal {
  const { name } = index;
  const known = byDigest(index, reference);
  if (known) return known;
  if (reference.includes(':')) return refuse('ManifestUnknown', { name, reference });
  const tag = canonicalTag(index, reference);
  const entry = own(index.tags, tag);
  const shards = own(index.sharded, tag);
  if (kind === 'gguf-file') {
    const ggufFile = entry?.ggufFile ?? shards;
    return ggufFile ? { ggufFile } : refuse('NoGguf', { name, tag });
  }
  if (shards || (kind === 'gguf' && entry?.gguf === 'sharded-only')) return refuse('ShardedTag', { name, tag });
  if (!entry) return refuse('TagUnknown', { name, tag: reference, tags: Object.keys(index.tags) });
  if (kind === 'oci') return { digest: entry.oci, mediaType: OCI_MANIFEST };
  const digest = entry.gguf as Digest | undefined;
  return digest ? { digest, mediaType: DOCKER_MANIFEST } : refuse('NoGguf', { name, tag });
}

/** Lists every manifest of a repository, each once. */
export function manifestsOf({ tags }: RegistryIndex): { digest: Digest; mediaType: string }[] {
  const types = new Map<Digest, string>();
  for (const { oci, gguf } of Object.values(tags)) {
    types.set(oci, OCI_MANIFEST);
    if (gguf && gguf !== 'sharded-only') types.set(gguf, DOCKER_MANIFEST);
  }
  return [...types].map(([digest, mediaType]) => ({ digest, mediaType }));
}

/** The length in characters of `sha256:` and a hash. */
const DIGEST_LENGTH = 71;

/** Returns a tag in its stored spelling. Returns unchanged any text that is no tag here. */
function canonicalTag({ tags, sharded }: RegistryIndex, reference: string): string {
  if (!isTag(reference) || Object.hasOwn(tags, reference)) return reference;
  const upper = reference.toUpperCase();
  return [...Object.keys(tags), ...Object.keys(sharded)].find((tag) => tag.toUpperCase() === upper) ?? reference;
}

function byDigest(index: RegistryIndex, reference: string): Found | undefined {
  if (reference.length !== DIGEST_LENGTH) return undefined;
  for (const { oci, gguf } of Object.values(index.tags)) {
    if (oci === reference) return { digest: oci, mediaType: OCI_MANIFEST };
    if (gguf === reference) return { digest: gguf as Digest, mediaType: DOCKER_MANIFEST };
  }
  return undefined;
}

/** Makes the list of a repository's tags in the order of Go's `sort.Strings`: first tags in upper case, then `latest`. */
export function tagList({ name, tags }: RegistryIndex): OciTagList {
  return { name, tags: Object.keys(tags).sort() };
}

/** Makes the index of the manifests that refer to another one. */
export function referrersIndex(manifests: OciDescriptor[]): OciIndex {
  return { schemaVersion: 2, mediaType: OCI_INDEX, manifests };
}

// The facts that the registry has of one model: its tags and the digests to which they lead. The build writes them once
// a day, and the hub reads them for each request.

import { own } from '../../../basics/own.ts';
import { isTag } from '../../../model/reference.ts';
import { DOCKER_MANIFEST, OCI_MANIFEST } from '../../../nouns/registry-media-types.ts';
import type { Digest, GgufFileAnswer } from '../../../shapes/registry.ts';
import type { ManifestKind } from '../asked-manifest.ts';
import { type OciRefusal, refuseOci } from './refusals.ts';

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
export function findManifest(index: RegistryIndex, reference: string, kind: ManifestKind): Found | OciRefusal {
  const { name } = index;
  const known = byDigest(index, reference);
  if (known) return known;
  if (reference.includes(':')) return refuseOci('ManifestUnknown', { name, reference });
  const tag = canonicalTag(index, reference);
  const entry = own(index.tags, tag);
  const shards = own(index.sharded, tag);
  if (kind === 'gguf-file') {
    const ggufFile = entry?.ggufFile ?? shards;
    return ggufFile ? { ggufFile } : refuseOci('NoGguf', { name, tag });
  }
  if (shards || (kind === 'gguf' && entry?.gguf === 'sharded-only')) return refuseOci('ShardedTag', { name, tag });
  if (!entry) return refuseOci('TagUnknown', { name, tag: reference, tags: Object.keys(index.tags) });
  if (kind === 'oci') return { digest: entry.oci, mediaType: OCI_MANIFEST };
  const digest = entry.gguf as Digest | undefined;
  return digest ? { digest, mediaType: DOCKER_MANIFEST } : refuseOci('NoGguf', { name, tag });
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

// Makes everything that the registry stores for a model: its index, its manifests and their small blobs.

import { ggufFiles, projectorFor, tagOf } from '../../../model/gguf-files.ts';
import { isTag, repositoryName } from '../../../model/reference.ts';
import { isWeight } from '../../../model/weight-formats.ts';
import type { GgufFacts, ModelFile, ModelObject } from '../../../shapes/objects.ts';
import type { Digest, GgufFileAnswer, NamedFile } from '../../../shapes/registry.ts';
import { fileDigest, type OciBlob } from '../blob.ts';
import { ggufManifest } from '../llama/gguf-manifest.ts';
import type { OllamaChat } from '../llama/ollama-chat.ts';
import { type BuiltManifest, modelPack } from '../model-pack.ts';
import type { RegistryIndex, TagEntry } from './registry-index.ts';

/** The maximum size in bytes of a manifest that oras, skopeo and containerd accept. */
export const MAX_MANIFEST = 4 * 1024 * 1024;

interface Registry {
  index: RegistryIndex;
  /** The manifests in the order of their tags, without duplicates. */
  manifests: OciBlob[];
  /** The configs, and the layers that are not files of the model, without duplicates. */
  blobs: OciBlob[];
  /**
   * The tags whose manifest is larger than `MAX_MANIFEST`. The registry serves these manifests, but most clients refuse
   * them.
   */
  oversized: { tag: string; size: number }[];
}

interface RegistryOptions {
  /** The URL of the model's page for people. */
  source?: string;
  /** Converts the chat template of a GGUF by `ollamaChat`, with the caller's time limit and cache. */
  chatOf: (gguf: GgufFacts) => OllamaChat | undefined;
}

/** Builds the registry of `model`. The same model and options give the same bytes. */
export function registryOf(model: ModelObject, options: RegistryOptions): Registry {
  const manifests = new Map<Digest, OciBlob>();
  const blobs = new Map<Digest, OciBlob>();
  const keep = ({ blobs: named, ...manifest }: BuiltManifest): Digest => {
    manifests.set(manifest.digest, manifest);
    for (const blob of named) blobs.set(blob.digest, blob);
    return manifest.digest;
  };
  const { tagged, unlabelled, sharded, latest } = ggufFiles(model.files);
  const entryFor = (files: ModelFile[], run: { file: ModelFile; sharded: boolean } | undefined): TagEntry => {
    const oci = keep(modelPack(model, files, options.source));
    if (!run) return { oci };
    return {
      oci,
      gguf: run.sharded
        ? 'sharded-only'
        : keep(ggufManifest(model, run.file, run.file.gguf && options.chatOf(run.file.gguf))),
      ggufFile: ggufFileAnswer(run.file, model.files),
    };
  };
  const tags: Record<string, TagEntry> = { latest: entryFor(model.files, latest) };
  const named = unlabelled.map((file) => [tagOf(file.path)!, file] as const).filter(([tag]) => isTag(tag));
  const known = new Set(['LATEST', ...sharded.keys()]);
  for (const [tag, file] of [...tagged, ...named]) {
    // Tags are found in any case, so two names that differ in case alone are one tag, of the first file.
    if (known.has(tag.toUpperCase())) continue;
    known.add(tag.toUpperCase());
    tags[tag] = entryFor(filesWith(model, file), { file, sharded: false });
  }
  return {
    index: { name: repositoryName(model.id), tags, sharded: shardAnswers(model, sharded) },
    manifests: [...manifests.values()],
    blobs: [...blobs.values()],
    oversized: Object.entries(tags)
      .map(([tag, { oci }]) => ({ tag, size: manifests.get(oci)!.size }))
      .filter(({ size }) => size > MAX_MANIFEST),
  };
}

/** Lists the files under the tag of `weight`: this file, its projector, and all that are no weights (decision 0021). */
function filesWith({ files }: ModelObject, weight: ModelFile): ModelFile[] {
  const projector = projectorFor(weight.path, files);
  return files.filter((file) => file === weight || file === projector || !isWeight(file.path));
}

function shardAnswers(model: ModelObject, sharded: Map<string, ModelFile>): Record<string, GgufFileAnswer> {
  return Object.fromEntries([...sharded].map(([label, file]) => [label, ggufFileAnswer(file, model.files)]));
}

/**
 * Returns the answer for llama.cpp: `file`, which is a whole GGUF or its first shard, and its projector. llama.cpp
 * finds the other shards itself.
 */
function ggufFileAnswer(file: ModelFile, files: ModelFile[]): GgufFileAnswer {
  const projector = projectorFor(file.path, files);
  return { ggufFile: named(file), ...(projector ? { mmprojFile: named(projector) } : {}) };
}

function named(file: ModelFile): NamedFile {
  return { rfilename: file.path, blobId: fileDigest(file), size: file.size };
}

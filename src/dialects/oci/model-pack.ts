// Makes the OCI manifest of a model: a CNCF ModelPack artifact whose layers are the model's own files (decision 0021).
import { canonicalJson } from '../../basics/canonical-json.ts';
import { EMPTY_CONFIG, MODEL_PACK, MODEL_PACK_CONFIG, OCI_MANIFEST } from '../../nouns/registry-media-types.ts';
import { spdxId } from '../../nouns/spdx.ts';
import type { ModelFile, ModelObject } from '../../shapes/objects.ts';
import type { OciDescriptor, OciManifest } from '../../shapes/registry.ts';
import { blob, descriptorOf, fileDescriptor, type OciBlob } from './blob.ts';
import { layerType } from './layer-types.ts';
import { modelPackConfig, type Provenance } from './model-pack-config.ts';

/** A manifest with the blobs to which it refers, except those that are files of the model. */
export interface BuiltManifest extends OciBlob {
  blobs: OciBlob[];
}

/**
 * Packs `files` of `model` in the given order. Each file has its own layer, even if two have the same bytes. A model
 * without files gets an empty config and no layers, because a ModelPack config demands at least one layer.
 */
export function modelPack(model: ModelObject, files: ModelFile[], from: Provenance): BuiltManifest {
  const layers = files.map(layerOf);
  const config =
    layers.length === 0
      ? blob(EMPTY_CONFIG, '{}')
      : blob(MODEL_PACK_CONFIG, canonicalJson(modelPackConfig(model, files, from)));
  const manifest: OciManifest = {
    schemaVersion: 2,
    mediaType: OCI_MANIFEST,
    artifactType: MODEL_PACK,
    config: descriptorOf(config),
    layers,
    annotations: annotations(model, from),
  };
  return { ...blob(OCI_MANIFEST, canonicalJson(manifest)), blobs: [config] };
}

/**
 * Makes the layer of a file. ORAS takes the name of a written file from the title, and ModelPack tools take it from the
 * file path. So both are the path in the repository.
 */
function layerOf(file: ModelFile): OciDescriptor {
  return {
    ...fileDescriptor(layerType(file.path), file),
    annotations: { 'org.cncf.model.filepath': file.path, 'org.opencontainers.image.title': file.path },
  };
}

/**
 * Makes annotations with the keys of the OCI image spec. Leaves out a licence without an SPDX id, since the key
 * `licenses` allows nothing else.
 */
function annotations(model: ModelObject, { source, created }: Provenance): Record<string, string> {
  const facts = {
    title: model.id,
    revision: model.revision,
    licenses: spdxId(model.license ?? ''),
    source,
    created,
  };
  const known = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
  return Object.fromEntries(known.map(([key, fact]) => [`org.opencontainers.image.${key}`, fact]));
}

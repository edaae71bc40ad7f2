// Makes the OCI manifest of a model: a CNCF ModelPack artifact whose layers are the model's own files (decision 0021). Its
// config describes the package for tools that select packages; it has only known facts, and no nulls.

import { canonicalJson, defined } from '../../basics/records.ts';
import { isModelGguf } from '../../model/gguf-files.ts';
import { isWeight } from '../../model/weight-formats.ts';
import { fileName } from '../../nouns/file-path.ts';
import { EMPTY_CONFIG, MODEL_PACK, MODEL_PACK_CONFIG, OCI_MANIFEST } from '../../nouns/media-types.ts';
import { idParts } from '../../nouns/model-id.ts';
import { quantLabel } from '../../nouns/quant.ts';
import { spdxId } from '../../nouns/spdx.ts';
import type { ModelFile, ModelObject } from '../../shapes/objects.ts';
import type { OciDescriptor } from '../../shapes/registry.ts';
import { blob, fileDescriptor, fileDigest, manifestBlob, type OciBlob } from './blob.ts';

/**
 * Returns a count with at most one digit after the point and one letter, k to q: `6.7b` for 6,738,415,616, and `8b` for
 * 8,030,261,312. Undefined for a count below a thousand, which the format can't express.
 */
export function parameterSize(count: number): string | undefined {
  let scale = '';
  let scaled = count;
  for (const next of 'kmbtq') {
    // The count is rounded before the comparison, so that 999,960,000 gives `1b` and not `1000m`.
    if (Number(scaled.toFixed(1)) < 1000) break;
    scaled /= 1000;
    scale = next;
  }
  return scale === '' ? undefined : `${Number(scaled.toFixed(1))}${scale}`;
}

type Kind = 'weight' | 'weight.config' | 'doc' | 'code' | 'dataset';

/**
 * Patterns for the name of a file in lower case; the first match counts. Any other file counts as configuration of
 * weights, such as JSON, vocabularies and templates.
 */
const KINDS: [Kind, RegExp][] = [
  ['code', /^(makefile|dockerfile|requirements.*\.txt|pyproject\.toml|setup\.(py|cfg))$/],
  ['doc', /^(readme|licen[cs]e|copying|notice|changelog|citation|authors|contributing|.*(use_policy|model_card))\b/],
  ['doc', /\.(md|rst|pdf|html?|png|jpe?g|gif|svg|webp|ico|mp4|webm|mov|wav|mp3|flac|ogg)$/],
  ['code', /\.(py|ipynb|sh|bash|ps1|bat|m?js|cjs|ts|c|cc|cpp|cu|h|hpp|rs|go|java|kt|swift|jl|lua|r|sql|patch)$/],
  ['dataset', /\.(parquet|arrow|feather|csv|tsv|jsonl)$/],
];

/** Returns the media type of the layer for the file at `path`. A layer is always one raw file, never compressed. */
export function layerType(path: string): string {
  return `application/vnd.cncf.model.${kindOf(path)}.v1.raw`;
}

function kindOf(path: string): Kind {
  if (isWeight(path)) return 'weight';
  const name = fileName(path).toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'weight.config';
}

/**
 * The names of formats, and patterns for their files. The package gets the first name whose pattern matches one of its
 * files. Runners search in this order.
 */
const FORMATS: [string, RegExp][] = [
  ['gguf', /\.gguf$/i],
  ['safetensors', /\.safetensors$/i],
  ['onnx', /\.onnx$/i],
  ['pt', /(\.(pt|pth|ckpt)|pytorch_model[^/]*\.bin)$/i],
];

/**
 * Describes the package that contains `files` of `model`, by the members of `application/vnd.cncf.model.config.v1+json`
 * whose values this index can know.
 */
function modelPackConfig(model: ModelObject, files: ModelFile[], source: string | undefined) {
  const weights = files.filter(({ path }) => isWeight(path));
  const models = weights.filter(({ path }) => !path.endsWith('.gguf') || isModelGguf(path));
  // The facts of a weight file describe the whole package only if it is the only one; a projector goes along.
  const only = models.length === 1 ? models[0] : undefined;
  const architecture = only?.gguf?.architecture;
  const parameters = only?.gguf?.parameterCount ?? model.parameters;
  const license = spdxId(model.license ?? '');
  return {
    descriptor: {
      name: idParts(model.id).name,
      title: model.id,
      revision: model.revision,
      family: architecture,
      sourceURL: source,
      licenses: license === undefined ? undefined : [license],
    },
    config: {
      architecture,
      format: FORMATS.find(([, pattern]) => weights.some(({ path }) => pattern.test(path)))?.[0],
      paramSize: parameters === undefined ? undefined : parameterSize(parameters),
      quantization: only?.path.endsWith('.gguf') ? quantLabel(only.path) : undefined,
    },
    // Docker Model Runner compares each blob with the digest at the same position.
    modelfs: { type: 'layers', diffIds: files.map(fileDigest) },
  };
}

/** A manifest with the blobs to which it refers, except those that are files of the model. */
export interface BuiltManifest extends OciBlob {
  blobs: OciBlob[];
}

/**
 * Packs `files` of `model` in the given order. Each file has its own layer, even if two have the same bytes. A model
 * without files gets an empty config and no layers, because a ModelPack config demands at least one layer. `source` is
 * the URL of the model's page for people; undefined if unknown.
 */
export function modelPack(model: ModelObject, files: ModelFile[], source?: string): BuiltManifest {
  const layers = files.map(layerOf);
  const config =
    layers.length === 0
      ? blob(EMPTY_CONFIG, '{}')
      : blob(MODEL_PACK_CONFIG, canonicalJson(modelPackConfig(model, files, source)));
  const manifest = { artifactType: MODEL_PACK, layers, annotations: annotations(model, source) };
  return { ...manifestBlob(OCI_MANIFEST, config, manifest), blobs: [config] };
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
function annotations({ id, revision, license }: ModelObject, source: string | undefined): Record<string, string> {
  const facts = defined({ title: id, revision, licenses: spdxId(license ?? ''), source });
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [`org.opencontainers.image.${key}`, fact]));
}

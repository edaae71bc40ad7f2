// Makes the config blob of a ModelPack manifest, which describes the package for tools that select packages. It has
// only known facts, and no nulls.

import { isModelGguf } from '../../model/gguf-files.ts';
import { isWeight } from '../../model/weights.ts';
import { idParts } from '../../nouns/model-id.ts';
import { quantLabel } from '../../nouns/quant.ts';
import { spdxId } from '../../nouns/spdx.ts';
import type { ModelFile, ModelObject } from '../../shapes/objects.ts';
import type { Digest } from '../../shapes/registry.ts';
import { fileDigest } from './blob.ts';
import { parameterSize } from './parameter-size.ts';

/** Facts about a model that its object does not contain. Unknown facts are absent. */
export interface Provenance {
  /** The URL of the model's page for people. */
  source?: string | undefined;
  /** The time at which the model was created (RFC 3339). */
  created?: string | undefined;
}

/** The members of `application/vnd.cncf.model.config.v1+json` whose values this index can know. */
interface ModelPackConfig {
  descriptor: {
    name: string;
    title: string;
    revision: string;
    family: string | undefined;
    sourceURL: string | undefined;
    createdAt: string | undefined;
    licenses: string[] | undefined;
  };
  config: {
    architecture: string | undefined;
    format: string | undefined;
    paramSize: string | undefined;
    quantization: string | undefined;
  };
  /**
   * The digests of the layers, in the order of the layers. Docker Model Runner compares each blob with the digest at
   * the same position.
   */
  modelfs: { type: 'layers'; diffIds: Digest[] };
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

/** Describes the package that contains `files` of `model`. */
export function modelPackConfig(model: ModelObject, files: ModelFile[], from: Provenance): ModelPackConfig {
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
      sourceURL: from.source,
      createdAt: from.created,
      licenses: license === undefined ? undefined : [license],
    },
    config: {
      architecture,
      format: FORMATS.find(([, pattern]) => weights.some(({ path }) => pattern.test(path)))?.[0],
      paramSize: parameters === undefined ? undefined : parameterSize(parameters),
      quantization: only?.path.endsWith('.gguf') ? quantLabel(only.path) : undefined,
    },
    modelfs: { type: 'layers', diffIds: files.map(fileDigest) },
  };
}

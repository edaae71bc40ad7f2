// Makes the GGUF manifest: one quantisation of a model with everything that Ollama needs to run it, in the layout of
// Ollama's registry.
import { canonicalJson } from '../../../basics/records.ts';
import { projectorFor } from '../../../model/gguf-files.ts';
import { DOCKER_CONFIG, DOCKER_MANIFEST, ollamaLayer } from '../../../nouns/media-types.ts';
import { fileTypeLabel, quantLabel } from '../../../nouns/quant.ts';
import { spdxId } from '../../../nouns/spdx.ts';
import type { ModelFile, ModelObject } from '../../../shapes/objects.ts';
import type { OciDescriptor } from '../../../shapes/registry.ts';
import { blob, descriptorOf, fileDescriptor, manifestBlob, type OciBlob } from '../blob.ts';
import { type BuiltManifest, parameterSize } from '../model-pack.ts';
import type { OllamaChat } from './ollama-chat.ts';

/**
 * The maximum size in bytes of a `template`, `system` or `params` file for Ollama. A larger file named `params` is a
 * checkpoint with weights.
 */
const MAX_OWN_LAYER = 64 * 1024;

/**
 * Makes the manifest that runs `file`, a GGUF of `model` in a single file. The template, the system text and the
 * parameters come from the files `template`, `system` and `params` of the repository, as on the public hub. If the file
 * `template` or `params` is missing, its content comes from `chat`. If `chat` has no template either, Ollama uses the
 * template in the GGUF.
 */
export function ggufManifest(model: ModelObject, file: ModelFile, chat: OllamaChat | undefined): BuiltManifest {
  const projector = projectorFor(file.path, model.files);
  const parts = [
    fileDescriptor(ollamaLayer('model'), file),
    projector && fileDescriptor(ollamaLayer('projector'), projector),
    ownLayer(model, 'template') ?? (chat && blob(ollamaLayer('template'), chat.template)),
    ownLayer(model, 'system'),
    ownLayer(model, 'params') ?? paramsLayer(chat),
    licenseLayer(model),
  ].filter((part) => part !== undefined);
  const layers = parts.map(descriptorOf);
  const blobs = parts.filter((part) => 'text' in part);
  const config = blob(DOCKER_CONFIG, canonicalJson(ollamaConfig(model, file, layers)));
  return { ...manifestBlob(DOCKER_MANIFEST, config, { layers }), blobs: [config, ...blobs] };
}

/**
 * Returns the layer of the file `name` at the root of the repository, which Ollama reads unchanged. Undefined if the
 * file is missing or too large.
 */
function ownLayer(model: ModelObject, name: 'template' | 'system' | 'params'): OciDescriptor | undefined {
  const file = model.files.find(({ path, size }) => path === name && size <= MAX_OWN_LAYER);
  return file && fileDescriptor(ollamaLayer(name), file);
}

function paramsLayer(chat: OllamaChat | undefined): OciBlob | undefined {
  return chat && chat.stop.length > 0
    ? blob(ollamaLayer('params'), canonicalJson({ stop: [...new Set(chat.stop)] }))
    : undefined;
}

/**
 * Makes a layer of one line: the SPDX id of the licence, or the licence's name on the hub. The repository's LICENSE
 * file is not used, because a pull would fail at a source that lacks the file or has other bytes.
 */
function licenseLayer({ license }: ModelObject): OciBlob | undefined {
  return license === null || license === 'other' || license === 'unknown'
    ? undefined
    : blob(ollamaLayer('license'), `${spdxId(license) ?? license}\n`);
}

/** Makes Ollama's config. Docker's format demands `architecture` and `os`, which describe the machine. */
function ollamaConfig(model: ModelObject, { path, gguf }: ModelFile, layers: OciDescriptor[]) {
  const parameters = gguf?.parameterCount ?? model.parameters;
  const family = gguf?.architecture;
  return {
    model_format: 'gguf',
    model_family: family,
    model_families: family === undefined ? undefined : [family],
    model_type: parameters === undefined ? undefined : parameterSize(parameters)?.toUpperCase(),
    file_type: (gguf?.fileType === undefined ? undefined : fileTypeLabel(gguf.fileType)) ?? quantLabel(path),
    architecture: 'amd64',
    os: 'linux',
    rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
  };
}

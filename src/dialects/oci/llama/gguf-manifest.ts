// The GGUF manifest: one quantisation of a model with what Ollama needs to run it, laid out as Ollama's own registry does.
import { canonicalJson } from '../../../basics/canonical-json.ts';
import { projectorFor } from '../../../model/gguf-files.ts';
import { fileTypeLabel, quantLabel } from '../../../nouns/quant.ts';
import { DOCKER_CONFIG, DOCKER_MANIFEST, ollamaLayer } from '../../../nouns/registry-media-types.ts';
import { spdxId } from '../../../nouns/spdx.ts';
import type { ModelFile, ModelObject } from '../../../shapes/objects.ts';
import type { OciDescriptor, OciManifest } from '../../../shapes/registry.ts';
import { blob, descriptorOf, fileDescriptor, type OciBlob } from '../blob.ts';
import type { BuiltManifest } from '../model-pack.ts';
import { parameterSize } from '../parameter-size.ts';
import type { OllamaChat } from './ollama-chat.ts';

/** A file that someone wrote for Ollama is text on a screen; a checkpoint that is called `params` is not. */
const MAX_OWN_LAYER = 64 * 1024;

/**
 * The manifest that runs `file`, a single-file GGUF of `model`. Template, system text and parameters are the
 * repository's own files of those names, as the public hub has them, else made from `chat`; without either they are
 * left out and Ollama goes by what the GGUF says of itself.
 */
export function ggufManifest(model: ModelObject, file: ModelFile, chat: OllamaChat | undefined): BuiltManifest {
  const blobs: OciBlob[] = [];
  const layers = [fileDescriptor(ollamaLayer('model'), file)];
  const add = (layer: OciDescriptor | OciBlob | undefined) => {
    if (!layer) return;
    if ('text' in layer) blobs.push(layer);
    layers.push('text' in layer ? descriptorOf(layer) : layer);
  };
  const projector = projectorFor(file.path, model.files);
  add(projector && fileDescriptor(ollamaLayer('projector'), projector));
  add(ownLayer(model, 'template') ?? (chat && blob(ollamaLayer('template'), chat.template)));
  add(ownLayer(model, 'system'));
  add(ownLayer(model, 'params') ?? paramsLayer(chat));
  add(licenseLayer(model));
  const config = blob(DOCKER_CONFIG, canonicalJson(ollamaConfig(model, file, layers)));
  const manifest: OciManifest = {
    schemaVersion: 2,
    mediaType: DOCKER_MANIFEST,
    config: descriptorOf(config),
    layers,
  };
  return { ...blob(DOCKER_MANIFEST, canonicalJson(manifest)), blobs: [config, ...blobs] };
}

/** A file of the repository's root that Ollama takes as it is. */
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
 * One line: the licence's SPDX id, else its hub's name. Not the repository's LICENSE file: one more file that a source
 * must hold, byte for byte, would be one more way for a pull to fail.
 */
function licenseLayer({ license }: ModelObject): OciBlob | undefined {
  return license === null || license === 'other' || license === 'unknown'
    ? undefined
    : blob(ollamaLayer('license'), `${spdxId(license) ?? license}\n`);
}

/** Ollama's config; `architecture` and `os` are the machine's, there because Docker's format demands them. */
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

// Recognises adapters: a few weights that run on top of a base model.
import { isWeight } from './weight-formats.ts';

/** Matches the weight files of an adapter in the layout of PEFT, at the root or in a folder. */
const ADAPTER_WEIGHT = /(^|\/)adapter_model(-\d+-of-\d+)?\.(safetensors|bin)$/;
const CONFIGURATION = 'adapter_config.json';
/** Matches the names that loaders expect for the weights of a whole model. */
const WHOLE = /^(model|pytorch_model)[^/]*\.(safetensors|bin)$/;
/** Matches the name under which diffusers saves an adapter. */
const PIPELINE_WEIGHT = /^pytorch_lora_weights\.(safetensors|bin)$/;

/** The facts that a model states about itself, and its GGUF quantisations if there are any. */
interface SaidOfModel {
  library?: string | undefined;
  tags?: readonly string[] | undefined;
  quants?: object | undefined;
}

/**
 * Gives the library that loads the model on top of its base model; undefined if the model is not known as an adapter.
 */
export function adapterLoader({
  files,
  library,
  tags = [],
  quants,
}: SaidOfModel & { files: readonly { path: string }[] }): 'peft' | 'diffusers' | undefined {
  const has = (name: string) => files.some(({ path }) => path === name);
  const weights = files.filter(({ path }) => isWeight(path));
  if (weights.some(({ path }) => WHOLE.test(path))) return undefined;
  const isOfDiffusers = library === 'diffusers' || tags.includes('diffusers');
  if (has(CONFIGURATION) && weights.some(({ path }) => ADAPTER_WEIGHT.test(path)))
    return isOfDiffusers ? 'diffusers' : 'peft';
  // A model with a GGUF file, a `config.json` or a `model_index.json` is a whole model, not an adapter for diffusers.
  if (quants !== undefined || has('config.json') || has('model_index.json')) return undefined;
  const isTagged = isOfDiffusers && (tags.includes('lora') || needsBase({ tags }));
  return isTagged || weights.some(({ path }) => PIPELINE_WEIGHT.test(path)) ? 'diffusers' : undefined;
}

/**
 * True if a model says that it runs on top of a base model, and so needs the memory of that model too. A GGUF runs by
 * itself.
 */
export function needsBase({ library, tags = [], quants }: SaidOfModel): boolean {
  return quants === undefined && (library === 'peft' || tags.some((tag) => tag.startsWith('base_model:adapter:')));
}

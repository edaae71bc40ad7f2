// Recognises adapters in the layout of PEFT: a few weights that run on top of a base model.
import { isWeight } from './weights.ts';

/** Matches the weight files of an adapter, at the root or in a folder. */
const ADAPTER_WEIGHT = /(^|\/)adapter_model(-\d+-of-\d+)?\.(safetensors|bin)$/;
const CONFIGURATION = 'adapter_config.json';
/** Matches the names that loaders expect for the weights of a whole model. */
const WHOLE = /^(model|pytorch_model)[^/]*\.(safetensors|bin)$/;

/** True if `files` are an adapter and not a model that runs by itself. */
export function isAdapter(files: readonly { path: string }[]): boolean {
  const weights = files.filter(({ path }) => isWeight(path));
  return (
    files.some(({ path }) => path === CONFIGURATION) &&
    weights.some(({ path }) => ADAPTER_WEIGHT.test(path)) &&
    !weights.some(({ path }) => WHOLE.test(path))
  );
}

/** The facts that a model states about itself, and its GGUF quantisations if there are any. */
interface SaidOfModel {
  library?: string | undefined;
  tags?: readonly string[] | undefined;
  quants?: object | undefined;
}

/** True if a model says that it runs on top of another one, whose memory is not known with it. A GGUF runs by itself. */
export function needsBase({ library, tags = [], quants }: SaidOfModel): boolean {
  return quants === undefined && (library === 'peft' || tags.some((tag) => tag.startsWith('base_model:adapter:')));
}

// Adapters in the layout of PEFT: a few weights on top of a base model, which they need.
import { isWeight } from './weights.ts';

/** Matches the weights of an adapter, at the root or in the folder of its configuration. */
const ADAPTER_WEIGHT = /(^|\/)adapter_model(-\d+-of-\d+)?\.(safetensors|bin)$/;
const CONFIGURATION = 'adapter_config.json';
/** Matches the names that loaders expect for the weights of a whole model. */
const WHOLE = /^(model|pytorch_model)[^/]*\.(safetensors|bin)$/;

/** True if `files` are an adapter, and no model that runs by itself. */
export function isAdapter(files: readonly { path: string }[]): boolean {
  const weights = files.filter(({ path }) => isWeight(path));
  return (
    files.some(({ path }) => path === CONFIGURATION) &&
    weights.some(({ path }) => ADAPTER_WEIGHT.test(path)) &&
    !weights.some(({ path }) => WHOLE.test(path))
  );
}

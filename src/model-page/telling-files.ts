// Files at the root of a model that say what loads it: commands of its page are made by them, so they are always shown.

export const TELLING: ReadonlySet<string> = new Set([
  'adapter_config.json',
  'config.json',
  'model_index.json',
  'modules.json',
]);

// Files at the root of a model that show what loads it: the commands on its page depend on them, so they are always shown.

export const TELLING: ReadonlySet<string> = new Set([
  'adapter_config.json',
  'config.json',
  'model_index.json',
  'modules.json',
]);

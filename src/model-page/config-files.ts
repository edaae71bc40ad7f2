// Names the files at the root of a model that show which program loads it. The commands on a model's page depend on
// these files, so the page always lists them.

export const CONFIG_FILES: ReadonlySet<string> = new Set([
  'adapter_config.json',
  'config.json',
  'model_index.json',
  'modules.json',
]);

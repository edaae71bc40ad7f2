// The tools in the order in which they are listed, and the instructions that agents get for all of them together.
import { getModel } from './get-model.ts';
import { identifyFile } from './identify-file.ts';
import { resolveFile } from './resolve-file.ts';
import { searchModels } from './search-models.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [searchModels, getModel, resolveFile, identifyFile];

export const INSTRUCTIONS =
  'A read-only index of open models: names, sizes and SHA-256 of their files, and where the bytes are. ' +
  'Find an id with search_models, its files with get_model, and the bytes of one with resolve_file; identify_file says what a file is by its hash. ' +
  'Hashes come from the index, never from the source that serves the bytes: hash what arrives. No models are run here.';

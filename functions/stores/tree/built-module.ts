// Loads a module of the built website, whose path is known only at run time.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { LazyValue } from '../../../src/basics/lazy-value.ts';

/**
 * Loads the module at the absolute path `entry` at its first use. Rejects with a sentence if the website is not built.
 */
export function builtModule<Module>(entry: string): LazyValue<Module> {
  return new LazyValue(async () => {
    if (!existsSync(entry)) throw new Error(`the website is not built: ${entry} is missing; run "model-hub build"`);
    return import(pathToFileURL(entry).href) as Promise<Module>;
  });
}

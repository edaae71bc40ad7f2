// A module of the website, which its build wrote: only a running program knows where.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { LazyValue } from '../../../src/basics/lazy-value.ts';

/** The module at `entry`, absolute, loaded at first use; that rejects with a sentence where the website is not built. */
export function builtModule<Module>(entry: string): LazyValue<Module> {
  return new LazyValue(async () => {
    if (!existsSync(entry)) throw new Error(`the website is not built: ${entry} is missing; run "model-hub build"`);
    return import(pathToFileURL(entry).href) as Promise<Module>;
  });
}

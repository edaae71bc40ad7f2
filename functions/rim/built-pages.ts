// Makes the pages of the built website with the website's own module, for exports and for runtimes that call the hub
// for each request.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lazyValue } from '../../src/basics/remembered.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { SITE_ENTRY } from '../../src/tree/static-tree.ts';
import { takeTurn } from '../ports/turns.ts';

/** Opens the pages of the website under `<dist>/site`. */
export const openPlainWebsite = (dist: string): PagePort =>
  builtPages<PagePort>(dist, SITE_ENTRY, ({ render }, page, hub) => render(page, hub));

/**
 * Returns pages that `make` makes with the module at `entry` of the website. The module is loaded for the first page.
 */
export function builtPages<Module>(
  dist: string,
  entry: string,
  make: (module: Module, ...page: Parameters<PagePort['render']>) => ReturnType<PagePort['render']>,
): PagePort {
  const path = join(resolve(dist), entry);
  const site = lazyValue<Module>(async () => {
    if (existsSync(path)) return import(pathToFileURL(path).href);
    throw new Error(`the website is not built: ${path} is missing; run "model-hub build"`);
  });
  return {
    async render(page, hub) {
      const module = await site.get();
      // A page takes milliseconds to make, so other requests may run between two pages.
      await takeTurn();
      return make(module, page, hub);
    },
  };
}

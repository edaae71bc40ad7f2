// Makes the pages of the built website with the website's own module, for exports and for runtimes that call the hub
// for each request.
import { join, resolve } from 'node:path';
import type { PagePort } from '../../src/site/site-page.ts';
import { SITE_ENTRY } from '../../src/tree/static-tree.ts';
import { takeTurn } from '../ports/turns.ts';
import { builtModule } from '../stores/tree/built-module.ts';

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
  const site = builtModule<Module>(join(resolve(dist), entry));
  return {
    async render(page, hub) {
      const module = await site.get();
      // A page takes milliseconds to make, so other requests may run between two pages.
      await takeTurn();
      return make(module, page, hub);
    },
  };
}

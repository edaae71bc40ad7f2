// The pages of the website that was built, made by its own module: for exports, and where another runtime or Lambda brings the requests.
import { join, resolve } from 'node:path';
import type { PagePort } from '../../src/site/site-page.ts';
import { SITE_ENTRY } from '../../src/tree/static-tree.ts';
import { takeTurn } from '../ports/turns.ts';
import { builtModule } from '../stores/tree/built-module.ts';

/** The pages of the website built under `<dist>/site`. */
export const openPlainWebsite = (dist: string): PagePort =>
  builtPages<PagePort>(dist, SITE_ENTRY, ({ render }, page, hub) => render(page, hub));

/** Pages that `make` makes by the module `entry` of the website, which is loaded at the first of them. */
export function builtPages<Module>(
  dist: string,
  entry: string,
  make: (module: Module, ...page: Parameters<PagePort['render']>) => ReturnType<PagePort['render']>,
): PagePort {
  const site = builtModule<Module>(join(resolve(dist), entry));
  return {
    async render(page, hub) {
      const module = await site.get();
      // A page takes milliseconds to make, and answers of the hub are not to wait for many of them.
      await takeTurn();
      return make(module, page, hub);
    },
  };
}

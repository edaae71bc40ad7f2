// The website on a Node host: the module that its build wrote, loaded at the first page.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LazyValue } from '../../../src/basics/lazy-value.ts';
import type { Site } from '../../../src/site/site-page.ts';
import { SITE_ENTRY } from '../../../src/tree/static-tree.ts';
import type { PagePort } from '../../ports/ports.ts';
import { takeTurn } from '../../ports/turns.ts';

/** The pages of the website built under `<dist>/site`. */
export function openWebsite(dist: string): PagePort {
  const site = new LazyValue(() => loadSite(dist));
  return {
    async render(page, hub) {
      const { render } = await site.get();
      // A page takes milliseconds to make, and answers of the hub are not to wait for many of them.
      await takeTurn();
      return render(page, hub);
    },
  };
}

async function loadSite(dist: string): Promise<Site> {
  const entry = join(resolve(dist), SITE_ENTRY);
  if (!existsSync(entry)) throw new Error(`the website is not built: ${entry} is missing; run "model-hub build"`);
  return (await import(pathToFileURL(entry).href)) as Site;
}

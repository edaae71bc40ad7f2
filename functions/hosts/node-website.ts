// The website on a Node host: the module that its build wrote, loaded at the first page.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Site } from '../../src/site-page.ts';
import type { PagePort } from '../ports.ts';
import { takeTurn } from '../turns.ts';

/** The pages of the website built under `<dist>/site`. */
export function openWebsite(dist: string): PagePort {
  let site: Promise<Site> | undefined;
  const load = () => {
    site ??= loadSite(dist);
    // A website that was not there may be built while we run, so a failure is not remembered.
    site.catch(() => {
      site = undefined;
    });
    return site;
  };
  return {
    async render(page, hub) {
      const { render } = await load();
      // A page takes milliseconds to make, and answers of the hub are not to wait for many of them.
      await takeTurn();
      return render(page, hub);
    },
  };
}

async function loadSite(dist: string): Promise<Site> {
  const entry = join(resolve(dist), 'site/server/entry.mjs');
  if (!existsSync(entry)) throw new Error(`the website is not built: ${entry} is missing; run "model-hub build"`);
  return (await import(pathToFileURL(entry).href)) as Site;
}

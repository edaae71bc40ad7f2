// Puts a small module in place of the website, because the real one takes longer to build than everything else.
// `model-hub build` accepts the module as up to date.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_KEY, siteKey } from '../../generator/site/build-site.ts';
import { SITE_ASSETS } from '../../src/tree/static-tree.ts';

/** The text of the module. The page of a model shows all its data, and every other page shows its path. */
export const MODULE = `export async function render({ path = '' }, hub) {
  const [, section, owner, name] = path.split('/');
  const about = section === 'models' && name ? hub.model(owner, name) : path;
  const page = '<!DOCTYPE html><title>A page</title>' + JSON.stringify(about, null, 1);
  return { status: 200, html: new TextEncoder().encode(page) };
}
`;

/** Writes the website into the HUB_DIST at `dist`. */
export function placeWebsite(dist: string): void {
  const folder = join(dist, 'sites', siteKey());
  mkdirSync(join(folder, 'server'), { recursive: true });
  mkdirSync(join(folder, 'client', SITE_ASSETS), { recursive: true });
  writeFileSync(join(folder, 'server/entry.mjs'), MODULE);
  writeFileSync(join(folder, PAGES_KEY), 'stand-in');
  symlinkSync(join('sites', siteKey()), join(dist, 'site'), 'junction');
}

// Stands in for the built website, which takes longer to build than all the rest: `model-hub build` finds it up to date.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_KEY, siteKey } from '../../generator/build/build-site.ts';
import { SITE_ASSETS } from '../../src/static-tree.ts';

const HANDLER = `export async function handler({ url }, response, next, { hub }) {
  const [, , owner, name] = url.split('/');
  const { id, files } = hub.model(owner, name);
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write(new TextEncoder().encode('<!DOCTYPE html><title>' + id + '</title>' + JSON.stringify(files)));
  response.end();
}
`;

/** Puts it into the HUB_DIST at `dist`. */
export function placeWebsite(dist: string): void {
  const folder = join(dist, 'sites', siteKey());
  mkdirSync(join(folder, 'server'), { recursive: true });
  mkdirSync(join(folder, 'client', SITE_ASSETS), { recursive: true });
  writeFileSync(join(folder, 'server/entry.mjs'), HANDLER);
  writeFileSync(join(folder, PAGES_KEY), 'stand-in');
  symlinkSync(join('sites', siteKey()), join(dist, 'site'), 'junction');
}

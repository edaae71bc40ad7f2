// Puts two small modules in place of the website, because the real one takes longer to build than everything else.
// The hub loads the second module only when a page is requested.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the two modules into the HUB_DIST at `dist`. */
export function placePages(dist: string): void {
  const server = join(dist, 'site/server');
  mkdirSync(server, { recursive: true });
  writeFileSync(join(server, 'page.mjs'), `export const page = '<!doctype html><title>A page</title>';\n`);
  writeFileSync(
    join(server, 'node.mjs'),
    `export async function handler(request, response) {
      const { page } = await import('./page.mjs');
      response.writeHead(200, {});
      response.end(page);
    }\n`,
  );
}

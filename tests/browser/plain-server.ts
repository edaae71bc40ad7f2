// The simplest file server for exports: without ranges, rules for headers, or search.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { webContentType } from '../../src/nouns/web-types.ts';
import { type LoopbackServer, servedBy } from '../fixtures/loopback-server.ts';

/**
 * Serves the files of `root`, and the index of a folder at a path that ends in a slash. Every answer has `headers`; a
 * missing file is answered with 404.html and the status `absent`.
 */
export function servePlain(
  root: string,
  headers: Readonly<Record<string, string>> = {},
  absent = 404,
): Promise<LoopbackServer> {
  return servedBy((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const at = join(root, path);
    const found = statSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory() && !path.endsWith('/')) {
      response.writeHead(301, { Location: `${path}/` }).end();
      return;
    }
    const file = found?.isDirectory() ? join(at, 'index.html') : at;
    const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    const sent = isThere ? file : join(root, '404.html');
    const type = { 'Content-Type': webContentType(sent) };
    response.writeHead(isThere ? 200 : absent, { ...headers, ...type }).end(readFileSync(sent));
  });
}

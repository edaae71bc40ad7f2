// A file server as simple as there are, for exports: no ranges, no rules, no search.
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { webContentType } from '../../src/nouns/web-types.ts';

/** A folder that is served. */
export interface PlainServer {
  /** Without a slash at its end. */
  base: string;
  close(): Promise<void>;
}

/** Serves `root` on a free loopback port: files by their names, a folder by its slash; `headers` go with every answer, `absent` with none. */
export async function servePlain(
  root: string,
  headers: Readonly<Record<string, string>> = {},
  absent = 404,
): Promise<PlainServer> {
  const server = createServer((request, response) => {
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
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

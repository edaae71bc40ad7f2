// Serves `npm run dev`: the website's files come from Vite, and all other answers from a hub that runs the newest
// sources.
import { statSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { html } from '../../src/basics/html.ts';
import type { Config } from '../../src/service/config.ts';
import { packageFolder } from '../process/package-paths.ts';
import type { LiveHub } from './live-hub.ts';
import type { DevWebsite } from './website.ts';

interface Front {
  server: Server;
  answerBy(parts: Parts): void;
  /** Rejects if the address is taken. The message of the error is one sentence. */
  listen(at: Pick<Config, 'host' | 'port'>): Promise<void>;
}

interface Parts {
  website: Pick<DevWebsite, 'handle'>;
  hub: Pick<LiveHub, 'url'>;
}

export function openFront(): Front {
  let parts: Parts | undefined;
  const server = createServer((request, response) => {
    if (!parts) response.writeHead(503, { 'Retry-After': '1' }).end('The first build is under way.\n');
    else if (isVites(request.url!)) parts.website.handle(request, response);
    else
      parts.hub.url().then(
        (url) => passOn(url, request, response),
        (fault: Error) => tellFault(response, fault),
      );
  });
  return {
    server,
    answerBy(given) {
      parts = given;
    },
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', () => reject(new Error(`Port ${port} on ${host} can't be had: set PORT to another one.`)));
        server.listen(port, host, resolve);
      }),
  };
}

/**
 * True if Vite serves this target of a request: a module, a style or a file of `public`. The hub has none of them
 * during development.
 */
export function isVites(target: string): boolean {
  const path = target.replace(/\?.*/s, '');
  if (/^\/(@|src\/|node_modules\/|\.astro\/)/.test(path)) return true;
  return (
    /^\/[\w.-]+$/.test(path) &&
    statSync(join(packageFolder, 'public', path), { throwIfNoEntry: false })?.isFile() === true
  );
}

function passOn(url: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const onward = ask(`${url}${request.url}`, { method: method!, headers }, (answer) => {
    const sent = { ...answer.headers };
    // Vite puts styles and a script into the page. The content security policy of the real service forbids these.
    if (sent['content-type']?.startsWith('text/html')) delete sent['content-security-policy'];
    response.writeHead(answer.statusCode!, sent);
    answer.pipe(response);
  });
  onward.on('error', (fault) => tellFault(response, fault));
  request.pipe(onward);
}

/** Shows the fault as a page. A script of Vite reloads the page after the edit that mends the fault. */
function tellFault(response: ServerResponse, fault: Error): void {
  if (response.headersSent) return void response.destroy();
  const page = html`<!doctype html><script type="module" src="/@vite/client"></script><title>Fault</title><pre>${fault.stack ?? fault.message}</pre>`;
  response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' }).end(page.text);
}

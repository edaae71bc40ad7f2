// The website on a Node host: Astro's handler, loaded at the first page, behind the hub that owns the socket.
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE_CONTROL, CORS, PAGE_SECURITY } from '../../src/headers.ts';
import type { SiteHub } from '../../src/site-hub.ts';
import type { Answer } from '../answer.ts';
import { CREDENTIALS } from '../credentials.ts';
import type { PagePort } from '../ports.ts';

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined | ((error?: unknown) => void),
  locals: { hub: SiteHub; asked: string },
) => Promise<void>;

export interface Website {
  port: PagePort;
  /** Writes the page that `answer` stands for. */
  serve(request: IncomingMessage, response: ServerResponse, answer: Answer): void;
}

/** The website built under `<dist>/site`; `view` gives the hub as one page sees it. */
export function openWebsite(dist: string, view: () => SiteHub, onFault: (error: unknown) => void): Website {
  let handler: Promise<AstroHandler> | undefined;
  const load = () => {
    handler ??= loadHandler(dist);
    // A website that was not there may be built while we run, so a failure is not remembered.
    handler.catch(() => {
      handler = undefined;
    });
    return handler;
  };
  return {
    port: {
      async render(_, status, lost = status === 404) {
        const headers = [...CORS, ...PAGE_SECURITY, 'Cache-Control', CACHE_CONTROL.revalidate, 'Vary', 'Accept'];
        return { status, headers, body: { page: true, lost } };
      },
    },
    serve(request, response, answer) {
      stripCredentials(request);
      const asked = pathOf(request.url);
      // Astro drops the locals of a path it doesn't know; and its own routes (`/_image`) are none of ours.
      if (isLost(answer)) request.url = '/404';
      for (let i = 0; i < answer.headers.length; i += 2) response.setHeader(answer.headers[i]!, answer.headers[i + 1]!);
      load()
        .then((render) => render(request, response, undefined, { hub: view(), asked }))
        .catch((error: unknown) => {
          onFault(error);
          if (response.headersSent) return response.destroy();
          response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
          return response.end('The website could not be shown; the API answers all the same. See the log.\n');
        });
    },
  };
}

const isLost = ({ body }: Answer) => typeof body === 'object' && 'page' in body && body.lost === true;

async function loadHandler(dist: string): Promise<AstroHandler> {
  const entry = join(resolve(dist), 'site/server/entry.mjs');
  if (!existsSync(entry)) throw new Error(`the website is not built: ${entry} is missing; run "model-hub build"`);
  const built = (await import(pathToFileURL(entry).href)) as { handler: AstroHandler };
  return built.handler;
}

/** The path of a target, decoded where it can be; a page shows it and links by it. */
function pathOf(target = ''): string {
  const [path = ''] = target.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What the hub drops at the door, no page gets to see either. */
function stripCredentials(request: IncomingMessage): void {
  for (const name of CREDENTIALS) delete request.headers[name];
  request.rawHeaders = [];
}

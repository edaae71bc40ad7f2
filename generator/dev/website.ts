// Makes the website's pages during development: Astro's own development server makes them as the built website does.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import process from 'node:process';
import { dev } from 'astro';
import type { ViteDevServer } from 'vite';
import { askForPage, type PagePort } from '../../src/site/site-page.ts';
import { packageFolder } from '../process/package-paths.ts';
import { PAGE_HEADER, pagesUnderWay } from './page-locals.ts';

export interface DevWebsite {
  pages: PagePort;
  /** Answers requests for Vite's files: scripts, styles and the like. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Reloads the page in every browser that shows one. */
  reload(): void;
  stop(): Promise<void>;
}

/**
 * Starts Astro's development server. `front` is the server that browsers talk to; Vite tells browsers about changes
 * through it.
 */
export async function startWebsite(front: Server, outDir: string): Promise<DevWebsite> {
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });
  let vite: ViteDevServer | undefined;
  const hooks = {
    'astro:config:setup': ({ addMiddleware }: { addMiddleware: (middleware: object) => void }) =>
      addMiddleware({ order: 'pre', entrypoint: new URL('./page-locals.ts', import.meta.url) }),
    'astro:server:setup': ({ server }: { server: ViteDevServer }) => {
      vite = server;
    },
  };
  const server = await dev({
    root: packageFolder,
    outDir,
    logLevel: 'warn',
    // Only this process sends requests to this server, so any free port will do.
    server: { host: '127.0.0.1', port: 0 },
    integrations: [{ name: 'hub-pages', hooks }],
    vite: { clearScreen: false, server: { ws: { server: front }, watch: WATCH } },
  } as Parameters<typeof dev>[0]);
  const origin = `http://127.0.0.1:${server.address.port}`;
  return {
    pages: pagesAt(origin),
    handle: (request, response) => server.handle(request, response),
    reload: () => vite?.environments.client.hot.send({ type: 'full-reload' }),
    stop: () => server.stop(),
  };
}

/** The settings for watching files. */
export const WATCH = {
  // These folders have many files, and no sources or texts.
  ignored: ['**/dist/**', '**/.hub/**', '**/content/catalog/objects/**', '**/tests/**'],
  // An editor empties a file before it writes the file. Without this wait, the first event would show an empty file,
  // and no other event would follow.
  awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 },
};

function pagesAt(origin: string): PagePort {
  let count = 0;
  return {
    render: (page, hub) =>
      askForPage(page, hub, async (target, locals) => {
        const name = String(++count);
        pagesUnderWay().set(name, locals);
        try {
          const headers = { [PAGE_HEADER]: name, accept: 'text/html' };
          const response = await fetch(origin + target, { headers, redirect: 'manual' });
          return { status: response.status, html: new Uint8Array(await response.arrayBuffer()) };
        } finally {
          pagesUnderWay().delete(name);
        }
      }),
  };
}

// The only module through which the generator uses the hub. It opens a hub that has no port, serves a tree at a port,
// and probes sources. Each function loads only the modules that it needs.
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import type { Tree } from '../ports/ports.ts';
import type { SourceProbe } from './node/node-hub.ts';
import type { Running } from './node/serve.ts';

/** Sends a request for a path to a hub. `init` is the second argument of `fetch`. */
export type AskHub = (path: string, init?: RequestInit) => Promise<Response>;

/** The facts that a hub knows about a tree before any probe or request. */
export type HubView = ReturnType<typeof import('./memory/memory.ts').viewHub>;

/** The service settings that a local hub uses. */
type Sources = Pick<Service, 'name' | 'sources' | 'origin'>;

/** Opens the pages of the website under `<dist>/site`. The code of the pages is loaded for the first page. */
export async function openPages(dist: string): Promise<PagePort> {
  return (await import('../rim/built-pages.ts')).openPlainWebsite(dist);
}

/** Returns the facts that a hub knows about `tree` before any probe or request. */
export async function viewLocalHub(tree: Tree, service: Sources): Promise<HubView> {
  return (await import('./memory/memory.ts')).viewHub(tree, service);
}

/**
 * Opens a hub over `tree` with the pages of `pages`. The hub stores nothing. The returned function rejects if the hub
 * itself fails.
 */
export async function askLocalHub(tree: Tree, service: Sources, pages: PagePort): Promise<AskHub> {
  return (await import('./memory/memory.ts')).askHub(tree, service, pages);
}

/**
 * Serves until SIGINT, SIGTERM or SIGHUP. The log goes to standard output, notices to standard error. Rejects with
 * one sentence if the address is taken, or can't be used on this machine.
 */
export async function runLocalServer(config: Config, service: Service, running?: Running): Promise<void> {
  await (await import('./node/serve.ts')).runServer(config, service, running);
}

/** Makes sure that no other process listens at the address of `config`. Rejects with one sentence otherwise. */
export async function checkLocalAddress(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  await (await import('./node/node-server.ts')).checkAddress(config);
}

/** Asks every source once for its probe file, and stores nothing; see `askSources`. */
export async function askLocalSources(config: Config, service: Service, signal: AbortSignal): Promise<SourceProbe[]> {
  return (await import('./node/node-hub.ts')).askSources(config, service, signal);
}

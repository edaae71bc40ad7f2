// Runs the hub during development. Loads the functions and builds the tree again after each edit that affects them.
import process from 'node:process';
import { createServer, normalizePath, type ViteDevServer } from 'vite';
import type * as localHub from '../../functions/hosts/local-hub.ts';
import { readConfig } from '../../src/service/config.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { pathBelow } from '../keys/source-files.ts';
import { packageFolder } from '../process/package-paths.ts';
import { readService } from '../process/read-service.ts';
import { TreeBuilder } from './tree-builder.ts';
import { WATCH } from './website.ts';

interface LiveHubSettings {
  pages: PagePort;
  /** The folder of the tree, which HUB_DIST names as well. */
  dist: string;
  baseUrl: string;
  /** Called when the hub runs the edited sources. */
  reload: () => void;
}

/** The parts of the hub that an edit has made outdated. */
interface Stale {
  tree: boolean;
  /** True if the code that builds the tree has changed. */
  code: boolean;
  functions: boolean;
}

const nothing: Stale = { tree: false, code: false, functions: false };

/**
 * Says which parts of the hub an edit of `path`, relative to the package, makes outdated. The website watches its own
 * sources.
 */
export function staleBy(path: string): Stale {
  // Only the website imports these folders; tests/imports.test.ts makes sure of it.
  if (/^src\/(pages|components|layouts|styles)\//.test(path)) return nothing;
  if (path.startsWith('functions/')) return { ...nothing, functions: true };
  // Texts are a part of the tree, so the tree is built again, and the hub must open the new one.
  if (path.startsWith('content/')) return { tree: true, code: false, functions: true };
  const code = /^(src|generator)\//.test(path) && !path.startsWith('generator/dev/');
  return { tree: code, code, functions: code };
}

export class LiveHub {
  readonly #settings: LiveHubSettings;
  #vite: ViteDevServer | undefined;
  #serving: Awaited<ReturnType<typeof localHub.serveLocally>> | undefined;
  #stale: Stale = { tree: true, code: true, functions: true };
  readonly #builder: TreeBuilder;
  #work: Promise<void> | undefined;
  #fault: unknown;

  constructor(settings: LiveHubSettings) {
    this.#settings = settings;
    this.#builder = new TreeBuilder(settings.dist);
  }

  /** Builds the tree, serves it, and then watches for edits. */
  async start(): Promise<void> {
    this.#vite = await createServer({
      root: packageFolder,
      configFile: false,
      appType: 'custom',
      logLevel: 'error',
      // This Vite only loads the functions. It serves no browser, so it need not look for modules that browsers need.
      server: { middlewareMode: true, hmr: false, ws: false, watch: WATCH },
      optimizeDeps: { noDiscovery: true },
    });
    for (const event of ['add', 'change', 'unlink']) this.#vite.watcher.on(event, (file: string) => this.#edited(file));
    this.#refresh();
    await this.#work;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Gives the address of a hub that runs every edit so far; rejects with the fault of the last edit. */
  async url(): Promise<string> {
    while (this.#work) await this.#work;
    if (this.#fault !== undefined) throw this.#fault;
    return this.#serving!.url;
  }

  async stop(): Promise<void> {
    this.#builder.stop();
    await this.#vite?.close();
    await this.#serving?.close();
  }

  #edited(file: string): void {
    // Vite also marks the file as changed, but only after this listener has run.
    this.#vite!.environments.ssr.moduleGraph.onFileChange(normalizePath(file));
    const { tree, code, functions } = staleBy(pathBelow(packageFolder, file));
    this.#stale.tree ||= tree;
    this.#stale.code ||= code;
    this.#stale.functions ||= functions;
    if (functions) this.#refresh();
  }

  #refresh(): void {
    this.#work ??= this.#makeAnew().finally(() => {
      this.#work = undefined;
    });
  }

  /** Repeats the work until nothing is stale, because an edit may come while an earlier one is being handled. */
  async #makeAnew(): Promise<void> {
    const begun = performance.now();
    while (this.#stale.functions) {
      const { tree, code } = this.#stale;
      this.#stale = { ...nothing };
      try {
        if (tree) await this.#builder.build(code);
        await this.#serveAnew();
        this.#fault = undefined;
      } catch (error) {
        this.#fault = error;
        process.stderr.write(`${(error as Error).stack ?? error}\n`);
      }
    }
    process.stdout.write(`rebuilt in ${Math.round(performance.now() - begun)} ms\n`);
    this.#settings.reload();
  }

  async #serveAnew(): Promise<void> {
    const { pages, baseUrl } = this.#settings;
    const module = (await this.#vite!.ssrLoadModule('/functions/hosts/local-hub.ts')) as typeof localHub;
    const config = { ...readConfig(process.env), host: '127.0.0.1', port: 0 };
    const before = this.#serving;
    this.#serving = await module.serveLocally({
      ...{ config, service: readService(config), baseUrl, pages },
      writeLog: () => {},
      writeNotice: (line) => void process.stderr.write(`${line}\n`),
    });
    void before?.close();
  }
}

// Runs the hub during development: loads its functions again, and builds its tree again, when an edit touches them.
import { relative, sep } from 'node:path';
import process from 'node:process';
import { createServer, normalizePath, type ViteDevServer } from 'vite';
import type * as localHub from '../../functions/hosts/local-hub.ts';
import { readConfig } from '../../src/service/config.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { packageFolder } from '../process/package-paths.ts';
import { readService } from '../process/read-service.ts';
import { TreeBuilder } from './tree-builder.ts';
import { WATCH } from './website.ts';

interface LiveHubSettings {
  pages: PagePort;
  /** The tree's folder, the same as in the environment. */
  dist: string;
  baseUrl: string;
  /** Called when the hub answers with the edited sources. */
  reload: () => void;
}

/** The parts to make again. */
interface Stale {
  tree: boolean;
  /** The code that builds the tree. */
  code: boolean;
  functions: boolean;
}

const nothing: Stale = { tree: false, code: false, functions: false };

/** Says which parts an edit of `path`, relative to the package, makes stale. The website follows its own edits. */
export function staleBy(path: string): Stale {
  // Only the website imports these; tests/imports.test.ts holds that.
  if (/^src\/(pages|components|layouts|styles)\//.test(path)) return nothing;
  if (path.startsWith('functions/')) return { ...nothing, functions: true };
  // A text reaches the hub only through the tree, which the hub must open again.
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

  /** Builds the tree, serves it, and follows the edits from then on. */
  async start(): Promise<void> {
    this.#vite = await createServer({
      root: packageFolder,
      configFile: false,
      appType: 'custom',
      logLevel: 'error',
      // Vite only loads the functions: it serves no browser, and need not search for modules that browsers want.
      server: { middlewareMode: true, hmr: false, ws: false, watch: WATCH },
      optimizeDeps: { noDiscovery: true },
    });
    for (const event of ['add', 'change', 'unlink']) this.#vite.watcher.on(event, (file: string) => this.#edited(file));
    this.#refresh();
    await this.#work;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Gives the address of a hub with every edit so far; rejects with the fault of the last one. */
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
    // Vite does the same, but only after it notified others.
    this.#vite!.environments.ssr.moduleGraph.onFileChange(normalizePath(file));
    const { tree, code, functions } = staleBy(relative(packageFolder, file).split(sep).join('/'));
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

  /** Continues until nothing is stale: an edit may come while the one before is being handled. */
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

// Makes a model's page by asking the built website as the hub would on request, without a socket in between.
import { pathToFileURL } from 'node:url';
import { parseModelId } from '../../src/model-id.ts';
import type { ModelPage } from '../../src/model-page.ts';
import { href } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import type { SiteHub } from '../../src/site-hub.ts';
import type { Source } from '../../src/sources.ts';

/** The website that pages are asked of, and what it tells beside the model. */
export interface PageSettings {
  /** The module of the website's handler, absolute. */
  entry: string;
  /** Changes with whatever makes another page of the same model. */
  key: string;
  baseUrl: string;
  /** In order of preference. */
  sources: readonly Pick<Source, 'token' | 'display' | 'host'>[];
}

type Handler = (request: unknown, response: unknown, next: undefined, locals: { hub: SiteHub }) => Promise<void>;

export class PageRenderer {
  readonly #settings: PageSettings;
  readonly #host: string;
  #handler: Promise<Handler> | undefined;

  constructor(settings: PageSettings) {
    this.#settings = settings;
    this.#host = new URL(settings.baseUrl).host;
  }

  get sources(): PageSettings['sources'] {
    return this.#settings.sources;
  }

  /** The bytes of a model's page. Throws a sentence when the website fails at it. */
  async render(page: ModelPage): Promise<Buffer> {
    this.#handler ??= import(pathToFileURL(this.#settings.entry).href).then(({ handler }) => handler as Handler);
    const response = new PageResponse();
    const handle = await this.#handler;
    await handle(request(page.id, this.#host), response, undefined, { hub: hubOf(page, this.#settings.baseUrl) });
    if (response.status !== 200) throw new Error(`the website answered ${response.status} for the page of ${page.id}`);
    return Buffer.concat(response.chunks);
  }
}

/** The hub of one page: it tells of that model, and nothing of the day, which a page that is kept must not show. */
function hubOf(page: ModelPage, baseUrl: string): SiteHub {
  const told: Partial<SiteHub> = { baseUrl, today: undefined, model: () => page };
  return new Proxy(told as SiteHub, {
    get(hub, name: keyof SiteHub) {
      if (name in hub) return hub[name];
      throw new Error(
        `the page of a model asks the hub for "${String(name)}", which may change while the model does not`,
      );
    },
  });
}

/** As much of a request as the website's handler looks at. */
function request(id: string, host: string): object {
  return {
    method: 'GET',
    url: href(routes.modelPage, parseModelId(id)!),
    headers: { host },
    socket: {},
    once: () => {},
  };
}

/** As much of a response as the website's handler writes to. */
class PageResponse {
  status = 0;
  headersSent = false;
  readonly chunks: Uint8Array[] = [];

  writeHead(status: number): void {
    this.status = status;
    this.headersSent = true;
  }

  write(chunk: Uint8Array): void {
    this.chunks.push(chunk);
  }

  end(): void {}

  on(): void {}
}

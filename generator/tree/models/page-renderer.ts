// Makes a model's page by asking the built website as the hub would on request.
import { builtModule } from '../../../functions/stores/tree/built-module.ts';
import type { LoggedAs, ModelPage } from '../../../src/model-page/model-page.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { SiteHub } from '../../../src/site/site-hub.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { href } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';

/** The website that renders pages, and the facts that pages need beside the model. */
export interface PageSettings {
  /** The website's module, absolute. */
  entry: string;
  /** Changes with anything that would change the page of a model. */
  key: string;
  baseUrl: string;
  /** In order of preference. */
  sources: readonly Pick<Source, 'token' | 'display' | 'host'>[];
  /** The beginning of a model's address at its origin, before the id; undefined when unknown. */
  homes?: string | undefined;
  /** Says whether the hub signs its log. */
  loggedAs: LoggedAs;
}

export class PageRenderer {
  readonly #settings: PageSettings;
  readonly #site: ReturnType<typeof builtModule<PagePort>>;

  constructor(settings: PageSettings) {
    this.#settings = settings;
    this.#site = builtModule(settings.entry);
  }

  /** The facts that all pages share. */
  get shared(): Pick<PageSettings, 'sources' | 'homes' | 'loggedAs'> {
    const { sources, homes, loggedAs } = this.#settings;
    return { sources, homes, loggedAs };
  }

  /** The bytes of a model's page. Throws a sentence when the website fails at it. */
  async render(page: ModelPage): Promise<Uint8Array> {
    const path = href(routes.modelPage, parseModelId(page.id)!);
    const site = await this.#site.get();
    const made = await site.render({ path, query: '', asked: path, status: 200 }, hubOf(page, this.#settings.baseUrl));
    if (made.status === 200) return made.html;
    throw new Error(`the website answered ${made.status} for the page of ${page.id}`, { cause: made.fault });
  }
}

/**
 * Makes the hub behind one page: it knows that model, and nothing of the day, which a page that is kept must not show.
 */
function hubOf(page: ModelPage, baseUrl: string): SiteHub {
  const told: Partial<SiteHub> = { baseUrl, isExport: false, today: undefined, model: () => page };
  return new Proxy(told as SiteHub, {
    get(hub, name: keyof SiteHub) {
      if (name in hub) return hub[name];
      throw new Error(
        `the page of a model asks the hub for "${String(name)}", which may change while the model does not`,
      );
    },
  });
}

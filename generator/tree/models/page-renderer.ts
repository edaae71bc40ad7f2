// Renders a model's page with the built website, as the hub does when the page is requested.
import { pathToFileURL } from 'node:url';
import { LazyValue } from '../../../src/basics/lazy-value.ts';
import { type LoggedAs, type ModelPage, modelPage, type PageFacts } from '../../../src/model-page/model-page.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { SiteHub } from '../../../src/site/site-hub.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { href } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';

/** The website that renders the pages of models, and the facts that all these pages share. */
export interface PageSettings {
  /** The absolute path of the built website's module. */
  entry: string;
  /** A key that changes whenever the page of an unchanged model would change. */
  key: string;
  baseUrl: string;
  /** The sources in order of preference. */
  sources: readonly Pick<Source, 'token' | 'display' | 'host'>[];
  /**
   * The beginning of the address of every model at the hub from which the models come; the model's id follows it.
   * Undefined if the address is unknown.
   */
  homes?: string | undefined;
  /** Says whether the hub has a log, and whether it is signed. */
  loggedAs: LoggedAs;
}

/** The facts of one model's page, without those that all pages share. */
type OwnFacts = Omit<PageFacts, 'sources' | 'homes' | 'loggedAs'>;

/** Returns a function that renders the page of a model. It throws an Error if the website fails. */
export function pageRenderer(settings: PageSettings): (facts: OwnFacts) => Promise<Uint8Array> {
  const { entry, baseUrl, sources, homes, loggedAs } = settings;
  const website = new LazyValue<PagePort>(() => import(pathToFileURL(entry).href));
  return async (facts) => {
    const page = modelPage({ ...facts, sources, homes, loggedAs });
    const path = href(routes.modelPage, parseModelId(page.id)!);
    const site = await website.get();
    const made = await site.render({ path, query: '', asked: path, status: 200 }, hubOf(page, baseUrl));
    if (made.status === 200) return made.html;
    throw new Error(`the website answered ${made.status} for the page of ${page.id}`, { cause: made.fault });
  };
}

/**
 * Makes the hub that the website may ask while it renders the page. This hub knows a single model, and nothing that
 * changes from day to day, because the page is kept for later days.
 */
function hubOf(page: ModelPage, baseUrl: string): SiteHub {
  const facts: Partial<SiteHub> = { baseUrl, isExport: false, today: undefined, model: () => page };
  return new Proxy(facts as SiteHub, {
    get(hub, name: keyof SiteHub) {
      if (name in hub) return hub[name];
      throw new Error(
        `the page of a model asks the hub for "${String(name)}", which may change while the model does not`,
      );
    },
  });
}

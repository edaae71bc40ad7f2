// Makes a model's page with the built website, as the hub does on request.
import { builtModule } from '../../../functions/stores/tree/built-module.ts';
import { type LoggedAs, type ModelPage, modelPage, type PageFacts } from '../../../src/model-page/model-page.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { SiteHub } from '../../../src/site/site-hub.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { href } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';

/** The website that renders pages, and the facts for all pages. */
export interface PageSettings {
  /** The absolute path of the website's module. */
  entry: string;
  /** A key that changes with everything that would change the page of a model. */
  key: string;
  baseUrl: string;
  /** The sources, in order of preference. */
  sources: readonly Pick<Source, 'token' | 'display' | 'host'>[];
  /** The beginning of the address that a model has at the origin, to which its id is added; undefined if unknown. */
  homes?: string | undefined;
  /** Says whether the hub signs its log. */
  loggedAs: LoggedAs;
}

/** The facts of one model's page, without those that all pages share. */
type OwnFacts = Omit<PageFacts, 'sources' | 'homes' | 'loggedAs'>;

/** Gives a function that renders the page of a model. That function throws one sentence when the website fails. */
export function pageRenderer(settings: PageSettings): (facts: OwnFacts) => Promise<Uint8Array> {
  const { entry, baseUrl, sources, homes, loggedAs } = settings;
  const website = builtModule<PagePort>(entry);
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
 * Makes the hub that a page may ask. It knows only this model, and nothing that changes by the day, because the page is
 * kept for later days.
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

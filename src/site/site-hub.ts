// Lists the calls that a page may make to its hub: the type of `Astro.locals.hub`.
import type { Awaitable } from '../basics/remembered.ts';
import type { ModelPage, NoModelPage } from '../model-page/model-page.ts';
import type { Facets } from '../search/facets.ts';
import type { Spell } from '../service/kept-health.ts';
import type { HomeNotice } from '../service/service.ts';
import type { Withdrawal } from '../service/withdrawals.ts';
import type { HubHealth } from '../shapes/live.ts';
import type { ModelRow } from '../shapes/models.ts';
import type { KnownHash } from '../shapes/tree.ts';
import type { DocumentName } from '../table/routes.ts';

/** A page of search results, or one sentence that says what is wrong: 400 with the search, 503 with this host. */
export type SiteSearch = { rows: ModelRow[]; next?: string; total: number } | { error: string; status: 400 | 503 };

/** The day of the index that the hub serves. */
interface Today {
  /** The ISO date of the day. */
  snapshot: string;
  models: number;
  /** The address of the catalog object. */
  catalog: string;
}

/** The hub as the website uses it. */
export interface SiteHub {
  /** The operator's name of the site. */
  name: string;
  /** The public address, without a trailing slash. */
  baseUrl: string;
  /** True if the pages become files of an export, which has no hub for live answers. */
  isExport: boolean;
  /** The address of the code; undefined if the operator names none. */
  code?: string | undefined;
  /** True if runs of `index` look for the models that people ask for here. */
  isIndexing?: boolean | undefined;
  /** The operator's sentence on the home page. */
  notice?: HomeNotice | undefined;
  /** The host of each source by the name of the source in the `hub` member of rows, in order of preference. */
  sourceNames: Readonly<Record<string, string>>;
  /** The day that is served; undefined before the first import. */
  today: Today | undefined;
  /** Lists the withdrawals of models, sorted by the id of the model. */
  withdrawn(): readonly Withdrawal[];
  health(): HubHealth;
  /** True while it is known that the source with this token refuses the model, although it is up. */
  refuses(model: string, token: string): boolean;
  /** Gives the present spell of each source by its host; undefined for a source that was not probed yet. */
  spells(): Record<string, Spell | undefined>;
  /** True if the service has a key for identity tokens, so that people can have accounts. */
  hasSignIn(): boolean;
  /** Gives the identity provider where people sign in; undefined if the pages have no sign-in. */
  provider(): string | undefined;
  /** Searches like `GET /api/models`, with the same parameters. `next` is the `cursor` of the next page. */
  search(query: URLSearchParams): Promise<SiteSearch>;
  /**
   * Gives the values of every filter, each with the number of models that match the query and have that value. Gives no
   * values for a wrong query.
   */
  facets(query?: URLSearchParams): Awaitable<Facets>;
  /** Gives a model's row as a search would; undefined if the index lists no model with exactly this id. */
  row(id: string): Awaitable<ModelRow | undefined>;
  /** Looks up a SHA-256 (lower-case hex). If many files have it, names only the first. */
  hash(sha256: string): Promise<KnownHash>;
  /** Gives the facts of a model's page, or the reason why it has none. */
  model(owner: string, name: string): Awaitable<ModelPage | NoModelPage>;
  /** Gives the built document of the route `row` with these params, as text; undefined if the tree does not have it. */
  document(row: DocumentName, params?: Readonly<Record<string, string>>): Awaitable<string | undefined>;
}

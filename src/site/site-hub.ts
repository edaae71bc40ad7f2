// The questions that a page may ask its hub: the type of `Astro.locals.hub`.
import type { Awaitable } from '../basics/awaitable.ts';
import type { ModelPage, NoModelPage } from '../model-page/model-page.ts';
import type { Facets } from '../search/facets.ts';
import type { HealthHistory } from '../service/health-history.ts';
import type { HomeNotice } from '../service/service.ts';
import type { Withdrawal } from '../service/withdrawals.ts';
import type { HeldModels, HubActivity, HubHealth } from '../shapes/health.ts';
import type { ModelRow } from '../shapes/models.ts';
import type { KnownHash } from '../shapes/tree.ts';
import type { DocumentName } from '../table/routes.ts';

/** A page of search results, or one sentence about the fault of the question. */
type SiteSearch = { rows: ModelRow[]; next?: string; total: number } | { error: string };

/** The served day. */
export interface Today {
  /** ISO date. */
  snapshot: string;
  models: number;
  /** The catalog object's address. */
  catalog: string;
}

/** The place of a file. */
interface IndexedFile {
  id: string;
  path: string;
}

/** The hub for the website. */
export interface SiteHub {
  /** The public address, without a trailing slash. */
  baseUrl: string;
  /** True if the pages are files of an export, without a function for live answers. */
  isExport: boolean;
  /** The operator's sentence on the home page. */
  notice?: HomeNotice | undefined;
  /** The hosts of the sources by their names in the `hub` block, in order of preference. */
  sourceNames: Readonly<Record<string, string>>;
  /** Undefined before the first import. */
  today: Today | undefined;
  /** The withdrawn models, by their ids. */
  withdrawn(): readonly Withdrawal[];
  health(): HubHealth;
  /** Gives the number of models by their sources; undefined without a tree. */
  held(): Promise<HeldModels | undefined>;
  /** The results of the probes since the service started. */
  history(): HealthHistory;
  /** Counts where callers were sent in the last hour. */
  activity(): HubActivity;
  /** True if the service has a sign-in key, so that accounts are possible. */
  hasSignIn(): boolean;
  /** The identity provider for signing in; undefined if people paste a token. */
  provider(): string | undefined;
  /** Searches like `GET /api/models`, with the same parameters; `next` is the opaque `cursor` of the following page. */
  search(query: URLSearchParams): Promise<SiteSearch>;
  /**
   * Gives the values of every filter, with the number of the question's models that have them; nothing for a wrong
   * question.
   */
  facets(query?: URLSearchParams): Awaitable<Facets>;
  /** Gives the row of a model from a search; undefined if the index lists none with exactly this id. */
  row(id: string): Awaitable<ModelRow | undefined>;
  /** Gives the files with this SHA-256 (lower-case hex), by model; only the first of many. */
  files(sha256: string): Awaitable<readonly IndexedFile[]>;
  /** Looks up a SHA-256 (lower-case hex); names the first of many files. */
  hash(sha256: string): Promise<KnownHash>;
  /** Gives the page of a model, or the reason why it has none. */
  model(owner: string, name: string): Awaitable<ModelPage | NoModelPage>;
  /** Gives the document of a row with its params, as text; undefined if the tree lacks it. */
  document(row: DocumentName, params?: Readonly<Record<string, string>>): Awaitable<string | undefined>;
}

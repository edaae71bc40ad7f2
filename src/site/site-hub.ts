// The questions that a page may ask its hub: the shape of `Astro.locals.hub`.
import type { Awaitable } from '../basics/awaitable.ts';
import type { ModelPage, NoModelPage } from '../model-page/model-page.ts';
import type { Facets } from '../search/facets.ts';
import type { HealthHistory } from '../service/health-history.ts';
import type { Withdrawal } from '../service/withdrawals.ts';
import type { HubHealth } from '../shapes/health.ts';
import type { ModelRow } from '../shapes/models.ts';
import type { KnownHash } from '../shapes/tree.ts';
import type { DocumentName } from '../table/routes.ts';

/** A page of search results, or the one sentence that says what is wrong with the question. */
type SiteSearch = { rows: ModelRow[]; next?: string; total: number } | { error: string };

/** The day that is served. */
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

/** The hub, as the website sees it. */
export interface SiteHub {
  /** The public address, without a trailing slash. */
  baseUrl: string;
  /** True: the pages are files of an export, with no function behind them that answers what is live. */
  isExport: boolean;
  /** The names of sources in the `hub` block, in order of preference. */
  sourceNames: readonly string[];
  /** Undefined before the first import. */
  today: Today | undefined;
  /** The models that the operator withdrew, by their ids. */
  withdrawn(): readonly Withdrawal[];
  health(): HubHealth;
  /** The results of the probes since the service started. */
  history(): HealthHistory;
  /** True: the service has a sign-in key, so there can be accounts. */
  hasSignIn(): boolean;
  /** The identity provider that one signs in at; undefined: a token is pasted. */
  provider(): string | undefined;
  /** The search of `GET /api/models`, same parameters; `next` is the opaque `cursor` of the following page. */
  search(query: URLSearchParams): Promise<SiteSearch>;
  /** The values of every filter with how many models of the question have them; nothing for a wrong question. */
  facets(query?: URLSearchParams): Awaitable<Facets>;
  /** The row of a model, as a search gives it; undefined when the index lists none with exactly this id. */
  row(id: string): Awaitable<ModelRow | undefined>;
  /** The files with this SHA-256 (lower-case hex), by model; the first of many. */
  files(sha256: string): Awaitable<readonly IndexedFile[]>;
  /** Looks up a SHA-256 (lower-case hex); names the first of many files. */
  hash(sha256: string): Promise<KnownHash>;
  /** The page of a model, or why it has none. */
  model(owner: string, name: string): Awaitable<ModelPage | NoModelPage>;
  /** The document of a row as text, with its params; undefined when the tree lacks it. */
  document(row: DocumentName, params?: Readonly<Record<string, string>>): Awaitable<string | undefined>;
}

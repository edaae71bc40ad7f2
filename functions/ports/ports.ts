// Declares the ports that a host provides: the static tree, the search index, health, a place for demand, pages.
import type { Attestations } from '../../src/attestation/attestations.ts';
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { LogFiles } from '../../src/log/log-proofs.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { AccountStore } from '../../src/service/account-store.ts';
import type { HealthHistory } from '../../src/service/health-history.ts';
import type { Source } from '../../src/service/sources.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import type { HubActivity, HubHealth } from '../../src/shapes/health.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import type { Coding } from '../request/negotiate.ts';
import type { Rates } from './allowance.ts';
import type { BuiltFile } from './built-file.ts';
import type { IdentityCheck } from './identity-check.ts';
import type { ObjectsPort, PublishingPort } from './objects-port.ts';
import type { SignIn } from './sign-in.ts';

/**
 * One finished tree, which a request uses from beginning to end. A host with the tree in memory or on a local disk gives
 * values, a host with the tree elsewhere gives promises.
 */
export interface Tree {
  /** The name of the tree: the SHA-256 of its stamp. */
  name: string;
  /** The hash of everything that the tree was made from. */
  id: string;
  catalog: string;
  snapshot: string;
  /** The public address in its documents and pages. */
  baseUrl: string;
  models: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: readonly string[];
  /** True if the hub that built it signs its log. */
  isSigned: boolean;
  /** Ids of gated models, which are refused. */
  gated: readonly string[];
  /** Models that were withdrawn before it was built; nothing else in the tree names them. */
  withdrawn?: readonly Withdrawal[] | undefined;
  /** The cursor of the page after the built first page. */
  nextPage: string | undefined;
  /** Reads the file at a path of `static-tree.ts`; undefined when the tree lacks it. */
  read(path: string): Awaitable<BuiltFile | undefined>;
  /** Reads the whole file at a path as text; undefined when the tree lacks it. */
  text(path: string): Awaitable<string | undefined>;
  /**
   * False when today's catalog object can't be read at the moment, or the search index could not be opened. Never rejects.
   */
  answers(): Promise<boolean>;
  /** Reads bytes from `start` up to `end` or the end of the file; undefined without a file. Throws for a folder. */
  range(path: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** Reads a pack, a list or an object by its name in a store; undefined when the store lacks it. */
  stored(name: string): Awaitable<BuiltFile | undefined>;
  /** Gives the search index, opened at its first use. */
  search(): Awaitable<SearchPort>;
}

export interface HealthPort {
  current(): HubHealth;
  /** Gives the probes' results since the service started. */
  history(): HealthHistory;
  /** True if the last probe of the source with this token was good, or there was none. */
  isOk(token: string): boolean;
}

/** Counts where callers are sent. */
export interface ActivityPort {
  /** Notes that a caller was sent to a source, past a preferred one that was not ok; both by token. Returns at once. */
  sent(source: string, past?: string): void;
  /** Gives the counts of the last hour, of all threads. */
  lastHour(): HubActivity;
}

/** A source that holds a file, and the file's place there. */
export interface Holder {
  source: string;
  /** The source's spelling in headers. */
  host: string;
  url: string;
}

/** Remembers single models that sources refuse while they are up. */
export interface HolderPort {
  /** False while the source is known to refuse this model. */
  serves(model: string, holder: Holder): boolean;
  /** True while the source with this token is known to refuse this model; sends no question. */
  refuses(model: string, source: string): boolean;
  /** Notes that a caller was sent to `holder`, so that a check of the file may follow. Returns at once. */
  directed(model: string, holder: Holder): void;
  /** Counts the models that each source refuses, by token; leaves out sources that refuse none. */
  refusing(): Record<string, number>;
}

export interface DemandPort {
  /** Notes a request for a model that the index lacks, by a client as far as the host knows it. Returns at once. */
  record(id: string, client?: string): void;
}

/** Compresses bodies made on request, without holding up other requests. Codings that are absent are not offered. */
export type CompressPort = { readonly [C in Coding]?: (bytes: Uint8Array) => Promise<Uint8Array> };

export interface AccountsPort {
  /** Finds the caller; undefined when the service has no sign-in key. */
  identity: IdentityCheck | undefined;
  /** Sign-in at an identity provider; undefined if people paste a token instead. */
  signIn?: SignIn | undefined;
  store: AccountStore;
  allowance: Rates;
}

/** The transparency log beside the tree. */
export interface LogPort {
  /**
   * Reads the file at a path below the log, such as `checkpoint`; undefined where the log has no such file. Rejects
   * with a LogDamage when the file is too large.
   */
  read: LogFiles;
  /** Forgets all copies of the log's files; called when they don't fit together. */
  mistrust(): void;
}

export interface Ports {
  /** The current tree; undefined when none is built, or none could be opened yet. */
  tree(): Tree | undefined;
  /** True when no tree could be opened yet because the place where it lies does not answer. */
  isTreeAway?: () => boolean;
  log: LogPort;
  health: HealthPort;
  holders: HolderPort;
  activity: ActivityPort;
  demand: DemandPort;
  /** The withdrawals in the database, beside those of the tree; undefined if none were read. */
  withdrawn?: () => readonly Withdrawal[] | undefined;
  accounts: AccountsPort;
  pages: PagePort;
  compress: CompressPort;
  objects: ObjectsPort;
  publishing: PublishingPort;
  /** Attests manifests with the operator's key; undefined without one. */
  attestations?: Attestations | undefined;
  /** The sources, in order of preference. */
  sources: readonly Source[];
  /** The source where models come from, and whose dialect we speak. */
  origin: Source;
  /** The public address without a trailing slash. */
  baseUrl: string;
  /** Further names of the hub, as URLs write them (HUB_HOSTS). */
  hosts: ReadonlySet<string>;
  /**
   * The address of apps without a trailing slash, which nothing else has; undefined: apps are at `baseUrl`, without an
   * origin.
   */
  spacesUrl: string | undefined;
  version: string;
  /** True while the hub is about to end, so that programs that watch its health turn elsewhere. */
  leaving?: boolean;
  /** True when this `Authorization` holds the registry token, as Bearer or as the password of Basic. */
  holdsRegistryToken(authorization: string | undefined): boolean;
  /** Is called with the host name of each request for another host than the hub. */
  onUnknownName(name: string): void;
  /** Called for each file whose preferred source (by token) was not ok, with true if another source was. */
  onSourcePassed?: ((source: string, hasOther: boolean) => void) | undefined;
  /** Called with every fault of ours, and the request line without headers. */
  onFault(error: unknown, line: string): void;
}

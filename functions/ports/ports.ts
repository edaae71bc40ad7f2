// Declares the ports that a host provides: the static tree, the search index, health, demand, pages and others.
import type { Attestations } from '../../src/attestation/attestations.ts';
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { LogFiles } from '../../src/log/log-proofs.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { AccountStore } from '../../src/service/account-store.ts';
import type { HealthHistory } from '../../src/service/health-history.ts';
import type { HomeNotice } from '../../src/service/service.ts';
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
 * One finished tree, which a request uses from its beginning to its end. If the tree is in memory or on a local disk,
 * its functions return values; if the tree is remote, they return promises.
 */
export interface Tree {
  /** The name of the tree: the SHA-256 of its stamp. */
  name: string;
  /** The hash of everything that the tree was made from. */
  id: string;
  catalog: string;
  snapshot: string;
  /** The public address that its documents and pages name. */
  baseUrl: string;
  models: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: readonly string[];
  /** True if the hub that built the tree signs its transparency log. */
  isSigned: boolean;
  /** Ids of gated models. Requests for them are refused. */
  gated: readonly string[];
  /** Models that were withdrawn before the tree was built. Nothing else in the tree names them. */
  withdrawn?: readonly Withdrawal[] | undefined;
  /** The cursor of the page that follows the built first page. */
  nextPage: string | undefined;
  /** Reads the file at a path of `static-tree.ts`; undefined when the tree lacks it. */
  read(path: string): Awaitable<BuiltFile | undefined>;
  /** Reads the whole file at a path as text; undefined when the tree lacks it. */
  text(path: string): Awaitable<string | undefined>;
  /** False if today's catalog object can't be read now, or the search index could not be opened. Never rejects. */
  answers(): Promise<boolean>;
  /**
   * Reads bytes from `start` up to `end` or to the end of the file. Gives undefined when there is no such file. Throws
   * for a folder.
   */
  range(path: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** Reads a pack, a list or an object by its name in a store; undefined when the store lacks it. */
  stored(name: string): Awaitable<BuiltFile | undefined>;
  /** Gives the search index. The first call opens it. */
  search(): Awaitable<SearchPort>;
}

export interface HealthPort {
  current(): HubHealth;
  /** Gives the results of all probes since the service started. */
  history(): HealthHistory;
  /** True if the last probe of the source with this token was good, or if it was never probed. */
  isOk(token: string): boolean;
}

/** Counts the sources that callers are sent to. */
export interface ActivityPort {
  /**
   * Counts that a caller was sent to `source`. `past` is the preferred source, if it was passed over because it was not
   * ok. Both are tokens. Returns at once.
   */
  sent(source: string, past?: string): void;
  /** Gives the counts of the last hour, over all threads. */
  lastHour(): HubActivity;
}

/** A source that holds a file, and the file's URL there. */
export interface Holder {
  source: string;
  /** The name of the source in headers. */
  host: string;
  url: string;
}

/** Remembers which models a source refuses although it is up. */
export interface HolderPort {
  /** False while it is known that the source refuses this model. */
  serves(model: string, holder: Holder): boolean;
  /** True while it is known that the source with this token refuses this model. It does not ask the source. */
  refuses(model: string, source: string): boolean;
  /** Notes that a caller was sent to `holder`, so that the holder may be checked. Returns at once. */
  directed(model: string, holder: Holder): void;
  /** Counts the models that each source refuses, by the source's token. Leaves out sources that refuse none. */
  refusing(): Record<string, number>;
}

export interface DemandPort {
  /** Notes a request for a model that the index lacks. `client` is known on some hosts only. Returns at once. */
  record(id: string, client?: string): void;
}

/**
 * Compresses bodies that are made on request, without delaying other requests. A coding without a function is not
 * offered.
 */
export type CompressPort = { readonly [C in Coding]?: (bytes: Uint8Array) => Promise<Uint8Array> };

export interface AccountsPort {
  /** Finds the caller of a request; undefined when the service has no sign-in key. */
  identity: IdentityCheck | undefined;
  /** Sign-in at an identity provider; undefined if people must paste a token instead. */
  signIn?: SignIn | undefined;
  store: AccountStore;
  allowance: Rates;
}

/** The transparency log beside the tree. */
export interface LogPort {
  /**
   * Reads the file at a path in the log, such as `checkpoint`; undefined when the log lacks it. Rejects with a
   * LogDamage when the file is too large.
   */
  read: LogFiles;
  /** Forgets all copies of the log's files. It is called when the copies do not fit together. */
  mistrust(): void;
}

export interface Ports {
  /** Gives the current tree; undefined when none is built, or when none could be opened yet. */
  tree(): Tree | undefined;
  /** True if no tree could be opened yet because the store of the tree does not answer. */
  isTreeAway?: () => boolean;
  log: LogPort;
  health: HealthPort;
  holders: HolderPort;
  activity: ActivityPort;
  demand: DemandPort;
  /** Gives the withdrawals in the database, in addition to those of the tree; undefined before they were read. */
  withdrawn?: () => readonly Withdrawal[] | undefined;
  accounts: AccountsPort;
  pages: PagePort;
  compress: CompressPort;
  objects: ObjectsPort;
  publishing: PublishingPort;
  /** Attests manifests with the operator's key; undefined when there is no key. */
  attestations?: Attestations | undefined;
  /** The sources in the order of preference. */
  sources: readonly Source[];
  /** The public hub that models come from, and whose dialect we speak. */
  origin: Source;
  /** The public address without a trailing slash. */
  baseUrl: string;
  /** Further names of the hub, as URLs write them (HUB_HOSTS). */
  hosts: ReadonlySet<string>;
  /**
   * The address that has apps and nothing else, without a trailing slash. If it is undefined, apps are at `baseUrl`,
   * and the browser gives them no origin.
   */
  spacesUrl: string | undefined;
  /** The operator's sentence on the home page. */
  notice?: HomeNotice | undefined;
  version: string;
  /** True while the hub is about to end, so that balancers that watch its health send requests elsewhere. */
  leaving?: boolean;
  /** True if this `Authorization` header holds the registry token, as Bearer or as the password of Basic. */
  holdsRegistryToken(authorization: string | undefined): boolean;
  /** Called with the host name of each request that names another host than this hub. */
  onUnknownName(name: string): void;
  /**
   * Called for each file whose preferred source was not ok. `source` is the token of that source; `hasOther` tells
   * whether another source was ok.
   */
  onSourcePassed?: ((source: string, hasOther: boolean) => void) | undefined;
  /** Called with every fault of ours and with the request's line, without headers. */
  onFault(error: unknown, line: string): void;
}

// Declares the ports that a host provides: the tree, the search index, health, demand, pages and others, and the form of
// the handlers that use them.
import type { Attestations } from '../../src/attestation/attestations.ts';
import type { Awaitable, Remembered } from '../../src/basics/remembered.ts';
import type { LogFiles } from '../../src/log/tiles.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { AccountStore } from '../../src/service/account-store.ts';
import type { Spell } from '../../src/service/kept-health.ts';
import type { HomeNotice, Source } from '../../src/service/service.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import type { HubHealth } from '../../src/shapes/live.ts';
import type { ObjectMetadata } from '../../src/shapes/objects.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import type { Refusal } from '../../src/table/refusals.ts';
import type { ParamsOf, Row } from '../../src/table/route.ts';
import type { RouteName, Routes } from '../../src/table/routes.ts';
import type { TreeStamp } from '../../src/tree/tree-list.ts';
import type { Answer, Ask, Body } from '../request/answer.ts';
import type { Coding } from '../request/negotiate.ts';
import type { Path } from '../request/request-target.ts';
import type { Allowance } from './allowance.ts';
import type { IdentityCheck, SignIn } from './sign-in.ts';

/** An answer in the form in which a tree holds it. */
export interface BuiltFile {
  /** The hash of the bytes in hex; the strong ETag is made of it. */
  tag: string;
  /** The size of the plain form in bytes. */
  size: number;
  /** The plain form. */
  body(): Awaitable<Body>;
  /** Returns the compressed form; undefined if there is none. */
  twin(encoding: 'br' | 'gzip'): Awaitable<Body | undefined>;
}

/** A value that is kept for a tree: an answer, a pack, a model. */
interface Kept {
  /** The approximate number of bytes in memory. By default it is `byteLength`, or twice `size`, and a little. */
  weight?: number;
  byteLength?: number;
  /** The size of an answer in bytes. */
  size?: number;
}

/** All that is kept for one tree, within one bound. A key is a path, a text with a space, or the params of a target. */
export type TreeMemory = Remembered<string | object, Kept>;

/** Returns the value under `key`, or the result of `make`, which the tree then keeps. It keeps no `undefined`. */
export function kept<T extends Kept | undefined>(
  { memory }: { memory: TreeMemory },
  key: string | object,
  make: () => Awaitable<T>,
): Awaitable<T> {
  return memory.get(key, make) as Awaitable<T>;
}

/**
 * A finished tree. A request uses one tree from its beginning to its end. If the tree is in memory or on a local disk,
 * its functions return values; if the tree is remote, they return promises.
 */
export interface Tree extends Omit<TreeStamp, 'list' | 'rowsStart' | 'withdrawn'> {
  /** The name of the tree: the SHA-256 of its stamp. */
  name: string;
  /** The known withdrawals, of which some may have ended. Nothing else in the tree names these models. */
  withdrawn: readonly Withdrawal[];
  /** Everything that is kept for as long as the tree is served; see `kept`. */
  memory: TreeMemory;
  /**
   * Returns this tree as a hub serves it: with the hub's own address, and without the models of its withdrawals. Returns
   * the same object until one of them changes.
   */
  served(hub: Pick<Ports, 'baseUrl' | 'compress' | 'withdrawn'>): Tree;
  /** Reads the file at a path in the tree (`static-tree.ts`); undefined if the tree lacks it. */
  read(path: string): Awaitable<BuiltFile | undefined>;
  /** Reads the whole file at a path as text; undefined if the tree lacks it. */
  text(path: string): Awaitable<string | undefined>;
  /**
   * Resolves to false if today's catalog object can't be read now, or if the search index could not be opened. Never
   * rejects.
   */
  answers(): Promise<boolean>;
  /**
   * Reads bytes from `start` up to `end`, or to the end of a shorter file. Returns undefined if there is no such file.
   * Throws if the path is a folder.
   */
  range(path: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** Returns the search. The first call opens it. */
  search(): Awaitable<SearchPort>;
}

export interface HealthPort {
  current(): HubHealth;
  /** Returns the present spell of each source by its host; undefined for a source that was not probed yet. */
  spells(): Record<string, Spell | undefined>;
  /** True if the last probe of the source with this token was good, or if it was never probed. */
  isOk(token: string): boolean;
  /** True if the last probe of the source with this token got wrong bytes. */
  sentWrong(token: string): boolean;
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
  /** False while it is known that the holder refuses this model. */
  serves(model: string, holder: Holder): boolean;
  /** True while it is known that the source with this token refuses this model. It does not ask the source. */
  refuses(model: string, source: string): boolean;
  /** Records that a caller was sent to `holder`, so that the holder may be checked. Returns at once. */
  directed(model: string, holder: Holder): void;
  /**
   * Returns the number of models that each source refuses, by the source's token. Leaves out sources that refuse none.
   */
  refusing(): Record<string, number>;
}

export interface DemandPort {
  /**
   * Records a request for a model that the index lacks. `client` is the caller's address, where the host sees it.
   * Returns at once.
   */
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
  /** Sign-in at an identity provider; undefined if the pages have no sign-in. */
  signIn?: SignIn | undefined;
  store: AccountStore;
  allowance: Allowance;
}

/** Reads the transparency log, whose files lie beside the tree. */
export interface LogPort {
  /**
   * Reads the file at a path in the log, such as `checkpoint`; undefined if the log lacks it. Rejects with a LogDamage
   * if the file is too large.
   */
  read: LogFiles;
  /** Forgets all copies of the log's files. It is called if the copies contradict each other. */
  mistrust(): void;
}

export interface Ports {
  /** Returns the current tree; undefined if no tree is built, or if none could be opened yet. */
  tree(): Tree | undefined;
  /** True if no tree could be opened yet because the store of the tree does not answer. */
  isTreeAway?: () => boolean;
  log: LogPort;
  health: HealthPort;
  holders: HolderPort;
  demand: DemandPort;
  /** Returns the withdrawals in the database, which add to those of the tree; undefined before they were read. */
  withdrawn?: () => readonly Withdrawal[] | undefined;
  accounts: AccountsPort;
  pages: PagePort;
  compress: CompressPort;
  objects: ObjectsPort;
  publishing: PublishingPort;
  /** Attests manifests with the operator's key; undefined if there is no key. */
  attestations?: Attestations | undefined;
  /** The sources, in order of preference. */
  sources: readonly Source[];
  /** The public hub from which the models come, and whose dialect this hub speaks. */
  origin: Source;
  /** The public address of the hub, without a trailing slash. */
  baseUrl: string;
  /** Further names of the hub, as URLs write them (HUB_HOSTS). */
  hosts: ReadonlySet<string>;
  /**
   * The address that has apps and nothing else, without a trailing slash. If it is undefined, apps are at `baseUrl`,
   * and the browser treats each as a page without an origin.
   */
  spacesUrl: string | undefined;
  /** The address of the code, as service.yaml gives it. */
  code?: string | undefined;
  /** True if runs of `index` look for models that are asked for here; never if absent. */
  isIndexing?: () => boolean;
  /** The operator's name of the site, as service.yaml gives it. */
  name: string;
  /** The operator's sentence on the home page. */
  notice?: HomeNotice | undefined;
  version: string;
  /** True while the hub is about to end, so that load balancers that watch its health send requests elsewhere. */
  leaving?: boolean;
  /** True if an `Authorization` header holds the registry token, as Bearer or as the password of Basic. */
  holdsRegistryToken(authorization: string | undefined): boolean;
  /** Called with the host name of each request that names another host than this hub. */
  onUnknownName(name: string): void;
  /**
   * Called for each file whose preferred source was not ok. `source` is the token of that source; `hasOther` tells
   * whether another source was ok.
   */
  onSourcePassed?: ((source: string, hasOther: boolean) => void) | undefined;
  /** Called with each fault of ours, and with a line that names the request without its headers. */
  onFault(error: unknown, line: string): void;
}

/** The facts that a publisher sends with the bytes of an object. */
export type SentFacts = Pick<ObjectMetadata, 'kind' | 'media_type' | 'filename'>;

/**
 * A position in the list of published objects. Objects after it are older, or of the same millisecond with a smaller
 * id.
 */
export type ListPlace = Pick<ObjectMetadata, 'created_at_millis' | 'id'>;

/** A published object, with a file that can be sent. */
export interface PublishedObject {
  metadata: ObjectMetadata;
  file: BuiltFile;
}

export interface ObjectsPort {
  /** Returns the object at an address without waiting, if it is in memory. */
  kept(address: Address): PublishedObject | undefined;
  /** Reads the object at an address. Returns undefined if the store has no such object, or only a damaged one. */
  read(address: Address): Promise<PublishedObject | undefined>;
  /**
   * Stores `bytes`, and resolves when they would survive a crash. If the store has the object already, the facts of its
   * first publication stay. After a rejection, no part of the object is visible.
   */
  publish(bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata>;
  /** Tells whether the store can be read and written now. Never rejects. */
  answers(): Promise<boolean>;
  /** Lists at most `count` objects after `place`, the newest first. */
  list(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]>;
}

/** Decides who may list and publish objects, and how large an object may be. */
export interface PublishingPort {
  /** False if the operator has set no publisher token. Then nobody may publish. */
  open: boolean;
  /** True if an `Authorization` header holds the publisher token as Bearer. */
  holdsToken(authorization: string | undefined): boolean;
  /** The maximum number of bytes that an object may have. */
  limit: number;
}

/** One request, with all that its handler needs. */
export interface Call<N extends RouteName> {
  ask: Ask;
  /** The row of the route table that answers. */
  row: Row;
  params: ParamsOf<Routes[N]['pattern']>;
  /** The path of the request target, without the pin. */
  path: Pick<Path, 'segments' | 'slash' | 'isGguf'>;
  /** The query as it was sent, not decoded. */
  query: string;
  /** The token in `/via/{source}`, if the path had this pin. */
  pin: string | undefined;
  ports: Ports;
  /**
   * The base URL of the hub for links. It has the host name of the request if that is a name of the hub, and is the
   * public address otherwise.
   */
  base: string;
  /** The tree that this request uses from its beginning to its end. */
  tree: Tree;
  lead: Lead;
}

/**
 * The memory that a handler has for each kept target. In the tree named `tree`, the target leads to `to`. `to` may take
 * a few kilobytes at most, because thousands of targets are kept. All targets of a row keep the same kind of value.
 */
export interface Lead {
  tree: string | undefined;
  to: unknown;
}

export type Handler<N extends RouteName> = (call: Call<N>) => Awaitable<Answer | Refusal>;

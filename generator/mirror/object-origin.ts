// Declares the origin of a mirror's objects: another hub, or a hub's tar file.
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';

/** Bytes of an object that is no catalog: a model object of 250,000 files has 30 MB. */
export const MOST_OBJECT = 64 * 1024 * 1024;

/**
 * Bytes of a list of days, which takes 0.4 KB a day: those of thirty years. Brackets alone, parsed, take forty times as
 * much memory.
 */
export const MOST_ARCHIVE = 4 * 1024 * 1024;

/** A day as an origin tells it. Nobody believes it before its catalog was read. */
export interface ToldDay {
  /** YYYY-MM-DD. */
  date: string;
  catalog: Address;
  origin: DayOrigin;
}

/** Objects, and bytes of them. */
export interface TakenCount {
  objects: number;
  bytes: number;
}

export interface ObjectOrigin {
  /** The origin's name in sentences. */
  name: string;
  /** Counts the objects that were taken before the first day was read. */
  taken?: TakenCount;
  /** Newest first. Throws a Failure without any. */
  days(): Promise<ToldDay[]>;
  /** Throws a Failure where the origin's own log does not name the day. */
  vouch?(day: ToldDay): Promise<void>;
  /** A whole object, hashed. Throws a Failure where it is missing or damaged. */
  object(address: Address): Promise<Uint8Array>;
  /** Does the same for a card; undefined when the origin lacks it: an operator may have to take one down. */
  card(address: Address): Promise<Uint8Array | undefined>;
  /** Streams the bytes of a catalog, not hashed yet. Throws a Failure when there are none. */
  catalog(address: Address): Promise<AsyncIterable<Uint8Array>>;
}

// Declares where the objects of a mirror come from: another hub, or a hub's tar file.
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';

/** The maximum size in bytes of an object that is no catalog: a model object of 250,000 files has 30 MB. */
export const MOST_OBJECT = 64 * 1024 * 1024;

/**
 * The maximum size in bytes of a list of days: enough for thirty years at 0.4 KB a day. Parsed JSON of nothing but
 * brackets takes forty times its bytes in memory.
 */
export const MOST_ARCHIVE = 4 * 1024 * 1024;

/** A day as the origin lists it. It counts only after its catalog was read. */
export interface ToldDay {
  /** YYYY-MM-DD. */
  date: string;
  catalog: Address;
  origin: DayOrigin;
}

/** The number of objects, and their bytes. */
export interface TakenCount {
  objects: number;
  bytes: number;
}

export interface ObjectOrigin {
  /** The name of the origin in messages. */
  name: string;
  /** The number of objects that were taken before the first day was read. */
  taken?: TakenCount;
  /** Lists the days, newest first. Throws a Failure if there are none. */
  days(): Promise<ToldDay[]>;
  /** Throws a Failure if the log of the origin does not name the day. */
  vouch?(day: ToldDay): Promise<void>;
  /**
   * Gives a whole object, after checking its hash. Gives undefined when the origin lacks it. Throws a Failure when it is
   * damaged.
   */
  object(address: Address): Promise<Uint8Array | undefined>;
  /**
   * Gives the origin's sentence about why it has no objects of the model `id` any more, `address` among them. Gives
   * undefined if it tells of no withdrawal.
   */
  withdrawn(id: string, address: Address): Promise<string | undefined>;
  /** Streams the bytes of a catalog, whose hash is not checked yet. Throws a Failure when there are none. */
  catalog(address: Address): Promise<AsyncIterable<Uint8Array>>;
}

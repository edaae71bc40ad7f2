// Declares where the objects of a mirror come from: another hub, or a folder of days.
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';

/** The maximum size in bytes of an object that is no catalog: a model object of 250,000 files has 30 MB. */
export const MOST_OBJECT = 64 * 1024 * 1024;

/**
 * The maximum size in bytes of a list of days: enough for thirty years at 0.4 KB a day. A malicious list of only
 * brackets takes forty times its bytes in memory once it is parsed.
 */
export const MOST_ARCHIVE = 4 * 1024 * 1024;

/** A day as the origin of a mirror lists it. The day is unproved until its catalog has been read. */
export interface ToldDay {
  /** The date of the day, as YYYY-MM-DD. */
  date: string;
  catalog: Address;
  origin: DayOrigin;
}

/** The number of objects, and the number of their bytes. */
export interface TakenCount {
  objects: number;
  bytes: number;
}

export interface ObjectOrigin {
  /** The name of the origin in messages. */
  name: string;
  /** Lists the days, newest first. Throws a Failure if there are none. */
  days(): Promise<ToldDay[]>;
  /**
   * Returns a whole object, after checking its hash; undefined if the origin lacks the object. Throws a Failure if the
   * object is damaged.
   */
  object(address: Address): Promise<Uint8Array | undefined>;
  /**
   * Returns the sentence with which the origin says why it no longer has the objects of the model `id`. `address` is
   * one of these objects. Returns undefined if the origin knows of no withdrawal.
   */
  withdrawn(id: string, address: Address): Promise<string | undefined>;
  /** Tells, in sentences, how to mend the origin if it lacks the object `address` or has other bytes. */
  fix(address: Address): string;
  /** Streams the bytes of a catalog, without checking their hash. Throws a Failure if the origin lacks the catalog. */
  catalog(address: Address): Promise<AsyncIterable<Uint8Array>>;
}

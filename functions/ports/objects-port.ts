// Declares the store of published objects that a host provides, and the rights to publish.
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../src/shapes/object-plane.ts';
import type { BuiltFile } from './built-file.ts';

/** The facts that a publisher sends with the bytes of an object. */
export type SentFacts = Pick<ObjectMetadata, 'kind' | 'media_type' | 'filename'>;

/** A position in the list: the objects after it are older, or of the same millisecond with a smaller id. */
export type ListPlace = Pick<ObjectMetadata, 'created_at_millis' | 'id'>;

/** A published object, ready to be sent. */
export interface PublishedObject {
  metadata: ObjectMetadata;
  file: BuiltFile;
}

export interface ObjectsPort {
  /** Gives the object at an address at once when it is in memory already. */
  kept(address: Address): PublishedObject | undefined;
  /** Reads the object at an address; undefined when the store has no undamaged one. */
  read(address: Address): Promise<PublishedObject | undefined>;
  /**
   * Keeps `bytes`, and resolves when they would survive a crash. An object that exists keeps its first facts. When it
   * rejects, no part of the object is visible.
   */
  publish(bytes: Uint8Array, told: SentFacts): Promise<ObjectMetadata>;
  /** False when the store can't be read or written at the moment. Never rejects. */
  answers(): Promise<boolean>;
  /** Lists at most `count` objects after `place`, newest first. */
  list(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]>;
}

/** Decides who may list and publish, and how much at a time. */
export interface PublishingPort {
  /** False if the operator has set no publisher token: then nobody may publish. */
  open: boolean;
  /** True if this `Authorization` holds the publisher token as Bearer. */
  holdsToken(authorization: string | undefined): boolean;
  /** The most bytes of one object. */
  limit: number;
}

/** Sorts the newest first. */
export function comparePlaces(a: ListPlace, b: ListPlace): number {
  return b.created_at_millis - a.created_at_millis || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

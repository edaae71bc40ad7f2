// Declares the store of published objects that a host provides, and the rights to publish.
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../src/shapes/object-plane.ts';
import type { BuiltFile } from './built-file.ts';

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

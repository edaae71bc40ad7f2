// Types the bindings of Cloudflare Workers that a hub uses; the D1 store types its own binding.
import type { D1Database } from '../../stores/sql/d1/d1-batches.ts';

/** An object of R2; it has no `body` if a condition was not met. */
export interface R2Object {
  key: string;
  size: number;
  httpEtag: string;
  uploaded: Date;
  range?: { offset?: number; length?: number };
  body?: ReadableStream<Uint8Array>;
}

export interface R2Bucket {
  head(key: string): Promise<R2Object | null>;
  get(key: string, options?: { range?: Headers; onlyIf?: Headers }): Promise<R2Object | null>;
  /** Gives null if the condition was not met. */
  put(key: string, value: Uint8Array, options?: { onlyIf?: Headers }): Promise<R2Object | null>;
  list(options: {
    prefix: string;
    cursor?: string;
  }): Promise<{ objects: R2Object[]; truncated: boolean; cursor?: string }>;
  delete(key: string): Promise<void>;
}

export interface KvNamespace {
  get(key: string, options?: { cacheTtl?: number }): Promise<string | null>;
  put(key: string, value: string, options?: { expirationTtl: number }): Promise<void>;
  list(options: { prefix: string }): Promise<{ keys: { name: string }[] }>;
  delete(key: string): Promise<void>;
}

export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/**
 * The settings as texts, with the text of a service.yaml in HUB_SERVICE instead of a path; and these bindings.
 */
export interface WorkerBindings {
  /** The bucket that `model-hub push` has filled. */
  TREE: R2Bucket;
  /** Published objects. By default they lie in the bucket of the tree, below `published/`. */
  OBJECTS?: R2Bucket;
  /** Holds accounts and demand. */
  DB: D1Database;
  /** Holds the probes' results, and the models that sources refuse. */
  HEALTH: KvNamespace;
  /** Limits of an account's reads and writes per minute. By default each isolate counts for itself. */
  READS?: RateLimiter;
  WRITES?: RateLimiter;
}

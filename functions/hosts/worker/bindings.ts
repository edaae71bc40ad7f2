// The types of the Cloudflare Workers bindings that a hub uses.

/** An object of R2; it has no `body` if only its facts were asked for. */
interface R2Object {
  key: string;
  size: number;
  uploaded: Date;
  body?: ReadableStream<Uint8Array>;
}

export interface R2Bucket {
  head(key: string): Promise<R2Object | null>;
  get(key: string, options?: { range: { offset: number; length: number } }): Promise<R2Object | null>;
  /** Returns null if the condition `onlyIf` was not met. */
  put(key: string, value: Uint8Array | Blob, options?: { onlyIf?: Headers }): Promise<R2Object | null>;
  list(options: {
    prefix: string;
    startAfter?: string;
    cursor?: string;
  }): Promise<{ objects: R2Object[]; truncated: boolean; cursor?: string }>;
  delete(key: string): Promise<void>;
}

export interface KvNamespace {
  get(key: string, options?: { cacheTtl?: number }): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
}

/**
 * The bindings of a Worker. Its settings (`HUB_…`) are bindings too, as texts: HUB_SERVICE holds the text of a
 * service.yaml, not its path.
 */
export interface WorkerBindings {
  /** The bucket that `model-hub push` has filled. */
  TREE: R2Bucket;
  /** The bucket of published objects. By default they are in the bucket of the tree, below `published/`. */
  OBJECTS?: R2Bucket;
  /** Holds the results of probes. */
  HEALTH: KvNamespace;
}

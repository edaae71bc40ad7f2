// The archive: every day of the index, each readable for good by its object address (SPEC.md section 2).

export const ARCHIVE_FORMAT = 'hub.model-hub.archive/v1';

export interface ArchiveDay {
  /** YYYY-MM-DD. */
  date: string;
  /** Address of the day's index. */
  index: string;
  /** Address of the day's catalog object, which is the index. */
  catalog: string;
  /** Models of the day's catalog, those that fell off the browse list included. */
  models: number;
  /** Those with a model object. */
  addressed: number;
  /** Files of those models. */
  files: number;
  /** Bytes of the index. */
  bytes: number;
  /** The index of the day before; null on the first. */
  prev: string | null;
}

export interface Archive {
  format: typeof ARCHIVE_FORMAT;
  /** Newest first. */
  days: ArchiveDay[];
  /** An IPFS gateway. */
  gateway?: string;
  /** The OCI repository that holds every day's index. */
  registry: string;
}

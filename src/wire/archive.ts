// The archive: every day of the index, each readable for good by its object address (decision 0027).

export const ARCHIVE_FORMAT = 'hub.model-hub.archive/v1';

export interface ArchiveDay {
  /** YYYY-MM-DD. */
  date: string;
  /** Address of the day's index. */
  index: string;
  /** Address of the day's catalog object, which is the index. */
  catalog: string;
  /** When the day was made (RFC 3339); absent when it was not recorded. */
  archived?: string;
  /** The commit of the code that made it, 40 hex; absent when that is not known for sure. */
  source?: string;
  /** Models of the day's catalog, those that fell off the browse list included. */
  models: number;
  /** Those with a model object. */
  addressed: number;
  /** Files of those models. */
  files: number;
  /** Bytes of those files. */
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

// The plan of a pull: the files, the hash of each, and the places that may have it.

/** A place of a file, and the source that it belongs to. */
export interface SourceUrl {
  source: string;
  url: string;
}

export interface PlannedFile {
  /** The path in the folder, with slashes. */
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
  /** The places of the file, the best one first. */
  urls: readonly SourceUrl[];
}

export interface PullPlan {
  id: string;
  revision: string;
  files: readonly PlannedFile[];
}

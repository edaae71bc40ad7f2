// The plan of a pull: files with the hash that each must have, and the places that may hold them.

/** A place of a file, and the source whose place it is. */
export interface SourceUrl {
  source: string;
  url: string;
}

export interface PlannedFile {
  /** Relative to the folder, with slashes. */
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The best place first. */
  urls: readonly SourceUrl[];
}

export interface PullPlan {
  id: string;
  revision: string;
  files: readonly PlannedFile[];
}

// Declares the plan of a pull: the files, the hash of each, and the URLs that may have it.

/** A URL of a file, and the source to which it belongs. */
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
  /** The URLs of the file, the best one first. */
  urls: readonly SourceUrl[];
}

export interface PullPlan {
  id: string;
  revision: string;
  files: readonly PlannedFile[];
}

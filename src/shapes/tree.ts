// TreeEntry: one file or folder of a model's tree (decisions 0011 and 0019).

export interface FileEntry {
  type: 'file';
  /** SHA-256 of the file bytes, 64 hex. */
  oid: string;
  size: number;
  path: string;
  lfs: { oid: string; size: number; pointerSize: number };
}

export interface DirectoryEntry {
  type: 'directory';
  /** SHA-1 over the folder's sorted `path NUL sha256 LF` lines: stable, and no git tree hash. */
  oid: string;
  size: 0;
  path: string;
}

export type TreeEntry = FileEntry | DirectoryEntry;

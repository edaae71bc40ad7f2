// Treesize: the bytes of a whole model or of one folder (decision 0019).
import type { Folder } from './file-tree.ts';

/** `{path, size}`; the root's path is `/`, a folder's has no trailing slash. */
export function treeSize(folder: Folder): { path: string; size: number } {
  return { path: folder.path === '' ? '/' : folder.path, size: folder.size };
}

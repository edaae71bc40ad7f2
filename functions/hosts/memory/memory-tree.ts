// Opens a tree from a map of files in memory.

import type { Awaitable } from '../../../src/basics/awaitable.ts';
import { CURRENT, parseCurrent } from '../../../src/tree/store.ts';
import type { Tree } from '../../ports/ports.ts';
import { memoryBytes } from '../../stores/bytes/memory-bytes.ts';
import { openStoredTree } from '../../stores/tree/tree.ts';
import type { Gunzip } from '../../stores/tree/tree-file.ts';

/**
 * Opens the tree that the file `current` names among `files`; `site` holds the files of the website. Throws one
 * sentence if the tree is missing or incomplete.
 */
export function memoryTree(
  files: Map<string, Uint8Array>,
  site?: Map<string, Uint8Array>,
  gunzip: Gunzip = webGunzip,
): Awaitable<Tree> {
  const name = parseCurrent(new TextDecoder().decode(files.get(CURRENT)));
  if (name === undefined) throw new Error('these files name no tree');
  return openStoredTree({ bytes: memoryBytes(files), ...(site && { site: memoryBytes(site) }), gunzip }, name);
}

/** Unzips with the decompression stream of web-standard runtimes. */
const webGunzip: Gunzip = (bytes) =>
  new Response(
    (new Blob([bytes as BlobPart]).stream() as ReadableStream).pipeThrough(new DecompressionStream('gzip')),
  ).bytes();

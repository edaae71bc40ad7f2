// Serves a tree at another address than the one for which it was built. In answers that contain the address of the
// build, the hub's address replaces it.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { escaped } from '../../src/basics/escaped.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import { printsAddress } from '../../src/tree/static-tree.ts';
import { compressedText } from '../answers/compressed-text.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { CompressPort, Tree } from '../ports/ports.ts';
import { changedTree } from './changed-tree.ts';

/** The maximum total size in bytes of the changed answers that are kept. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Returns `tree` as if it had been built for `baseUrl`. If it was, returns `tree` itself. */
export function treeAt(tree: Tree, baseUrl: string, compress: CompressPort): Tree {
  if (tree.baseUrl === baseUrl) return tree;
  const move = mover(tree.baseUrl, baseUrl);
  const made = new Remembered<string, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => 2 * size + 500 });
  const text = (path: string) =>
    andThen(tree.text(path), (found) => (found !== undefined && printsAddress(path) ? move(found) : found));
  return changedTree(tree, {
    baseUrl,
    text,
    read(path): Awaitable<BuiltFile | undefined> {
      if (!printsAddress(path)) return tree.read(path);
      return made.get(path, () =>
        andThen(text(path), (moved) => (moved === undefined ? undefined : compressedText(moved, compress))),
      );
    },
  });
}

/**
 * Makes a function that replaces one address by another. It also replaces the address without `http(s)://`, because
 * references to images of the registry begin with it.
 */
function mover(from: string, to: string): (text: string) => string {
  const [own, other] = [hostOf(from), hostOf(to)];
  // The pattern does not match inside a longer host name that ends or begins with ours.
  const address = new RegExp(`(?<![\\w.-])(?:${from.slice(0, -own.length)})?${escaped(own)}(?![\\w-]|[.:]\\w)`, 'g');
  const isSafe = from.startsWith('http:') && to.startsWith('https:');
  return (text) => {
    const moved = text.replace(address, (found) => (found === own ? other : to));
    // Registry clients need `--plain-http` only if the hub has no TLS.
    return isSafe ? moved.replaceAll(' --plain-http', '') : moved;
  };
}

const hostOf = (url: string) => url.slice(url.indexOf('://') + '://'.length);

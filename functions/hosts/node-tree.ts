// The static tree on a Node host: files read once, kept in a bounded cache, large ones left on disk.
import { createHash } from 'node:crypto';
import { constants, readFileSync, readSync, realpathSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { paysToCompress } from '../../src/compression.ts';
import { objectPath, parseObjectPath, STAMP } from '../../src/static-tree.ts';
import type { Body } from '../answer.ts';
import type { BuiltFile, Tree } from '../ports.ts';
import { readTreeStamp } from '../tree-stamp.ts';
import { fileBody } from './file-body.ts';
import { SearchFiles } from './node-search.ts';
import { openFile, readOwnFile } from './plain-file.ts';

/** Bytes of answers kept in memory. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** An answer larger than this is sent from disk. */
const LARGE = 1024 * 1024;
/** Bytes of a stamp: of a million gated models, the ids take less. */
const MOST_STAMP = 128 * 1024 * 1024;

/** A tree with files of its own open. */
export interface DiskTree extends Tree {
  /** Reads what requests would else wait for. Rejects when the tree turns out not to be whole. */
  load(): Promise<void>;
  /** Lets go of a tree that is not going to be used. */
  close(): void;
}

/** Opens the tree that `<dist>/current` points to. Throws a sentence when there is none or it is of another version. */
export function openTree(dist: string): DiskTree {
  const folder = realpathSync(join(dist, 'current'));
  const { rowsStart, ...stamp } = readTreeStamp(readOwnFile(join(folder, STAMP), MOST_STAMP).toString());
  const cache = new LRUCache<string, DiskFile>({ maxSize: CACHE_BYTES });
  const search = new SearchFiles(folder, join(folder, objectPath('catalog', stamp.catalog)), rowsStart);
  return {
    ...stamp,
    read(path, compressed) {
      const known = cache.get(path);
      if (known) return known;
      const file = readDiskFile(folderOf(path, folder, dist), path, compressed);
      if (file) cache.set(path, file, { size: (file.body instanceof Uint8Array ? file.size * 3 : 0) + 500 });
      return file;
    },
    text: (path) => openFile(folderOf(path, folder, dist), (fd) => readFileSync(fd, 'utf8')),
    answers: async () => search.isUsable && (await isReadable(join(folder, objectPath('catalog', stamp.catalog)))),
    range: (path, start, end) => readPart(folderOf(path, folder, dist), start, end),
    search: () => search.port(),
    load: () => search.load(),
    close: () => search.close(),
  };
}

async function isReadable(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** The website's files lie beside the trees: they change with the code, not with the catalog. */
function folderOf(path: string, tree: string, dist: string): string {
  return path.startsWith('site/') ? join(dist, 'site/client', path.slice('site/'.length)) : join(tree, path);
}

class DiskFile implements BuiltFile {
  readonly tag: string;
  readonly size: number;
  readonly body: Body;
  readonly #file: string;
  readonly #twins: boolean;
  #br: Body | undefined;
  #gzip: Body | undefined;

  constructor(file: string, tag: string, size: number, body: Body, twins: boolean) {
    this.#file = file;
    this.tag = tag;
    this.size = size;
    this.body = body;
    this.#twins = twins;
  }

  twin(encoding: 'br' | 'gzip'): Body | undefined {
    if (!this.#twins) return undefined;
    if (encoding === 'br') {
      this.#br ??= readBody(`${this.#file}.br`)?.body;
      return this.#br;
    }
    this.#gzip ??= readBody(`${this.#file}.gz`)?.body;
    return this.#gzip;
  }
}

function readDiskFile(file: string, path: string, compressed: boolean): DiskFile | undefined {
  const found = readBody(file);
  if (!found) return undefined;
  const { body, size } = found;
  // An object's address is its hash; anything else is hashed once, when it enters the cache.
  const address = parseObjectPath(path);
  const tag = address ?? (body instanceof Uint8Array ? hashOf(body) : `${size}-${found.changed}`);
  return new DiskFile(file, tag, size, body, compressed && paysToCompress(size));
}

function readBody(file: string): { body: Body; size: number; changed: number } | undefined {
  return openFile(file, (fd, { size, mtimeMs: changed }) => {
    if (size > LARGE) return { body: fileBody(file, size), size, changed };
    return { body: readFrom(fd, file, 0, size), size, changed };
  });
}

function readPart(file: string, start: number, end: number): Uint8Array | undefined {
  // What is read in parts says whether a model is served: something else in its place must not pass for its absence.
  return openFile(file, (fd, { size }) => readFrom(fd, file, start, Math.max(start, Math.min(end, size))), true);
}

/** The bytes from `start` up to `end` of a file that is that long. */
function readFrom(fd: number, file: string, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(end - start);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(fd, bytes, at, bytes.length - at, start + at);
    if (read === 0) throw new Error(`${file} became shorter while it was read`);
    at += read;
  }
  return bytes;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

// Keeps the newest leaf of each model as sorted lines beside the log, so that a build need not open unchanged models.
// The lines of the file are:
//
//   hub.model-hub.log-state/v3 TAB JSON: the facts on which all lines depend, and the logged withdrawals
//   id TAB index TAB leaf hash TAB key: a line for each model, sorted by the bytes of the id
//   ]number of leaves SPACE SHA-256 of all lines before: a damaged line would bring wrong leaves into the log
//
// `index` is the position of the model's newest leaf in the log. `key` identifies the objects from which that leaf was
// made, and is a dash if they are unknown.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFile } from '../../functions/stores/bytes/plain-file.ts';
import { checkedTiles } from '../../src/log/checked-tiles.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import type { Hash, TreeHead } from '../../src/log/merkle.ts';
import { type LogFiles, TILE_WIDTH } from '../../src/log/tiles.ts';
import { LineCursor } from '../days/catalog-reader.ts';
import { syncFolder } from '../files/durability.ts';
import { namesIn } from '../files/own-folder.ts';

const FORMAT = 'hub.model-hub.log-state/v3';
const NAME = 'state';
/** The number of characters to write at a time. */
const PART = 1 << 20;

/** The key in the line of a model whose key is unknown. No model has this key. */
const NO_KEY = '-';

export interface StateLine {
  id: string;
  index: number;
  hash: Hash;
  key: string;
}

/** The facts on which all lines depend. Facts about one model alone are in the key of its line. */
export interface StateHead {
  /** The address of the catalog. */
  catalog: string;
  /** Identifies everything else that affects the content of leaves. */
  facts: string;
  /** The newest leaf about the withdrawal of each model that was ever withdrawn, by its id. */
  withdrawn: Record<string, string>;
}

const endOf = (size: number, sha256: string) => `]${size} ${sha256}\n`;

/** True if the last line names this number of leaves, and the hash of all lines before. */
function isWhole(fd: number, leaves: number): boolean {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(PART);
  const end = fstatSync(fd).size - endOf(leaves, '0'.repeat(64)).length;
  for (let at = 0; at < end; ) {
    const read = readSync(fd, part, 0, Math.min(PART, end - at), at);
    if (read === 0) return false;
    hash.update(part.subarray(0, read));
    at += read;
  }
  const read = readSync(fd, part, 0, PART, Math.max(end, 0));
  return part.toString('latin1', 0, read) === endOf(leaves, hash.digest('hex'));
}

/** Reads a state file line by line. */
export class StateReader {
  readonly head: StateHead;
  readonly #lines: LineCursor;

  private constructor(head: StateHead, lines: LineCursor) {
    this.head = head;
    this.#lines = lines;
  }

  /**
   * Opens the state file in `folder` of a log of `size` leaves; undefined if it is missing, damaged, of another format,
   * or of another size, as after a crash.
   */
  static open(folder: string, size: number): StateReader | undefined {
    const path = join(folder, NAME);
    if (!openFile(path, (fd) => isWhole(fd, size))) return undefined;
    const lines = new LineCursor(path, 0);
    const [format, head] = lines.next()?.toString().split('\t') ?? [];
    if (format === FORMAT) return new StateReader(JSON.parse(head!) as StateHead, lines);
    lines.close();
    return undefined;
  }

  /** Returns the line of the next model; undefined after the last one. */
  next(): StateLine | undefined {
    const line = this.#lines.next()?.toString('latin1');
    if (line === undefined) return undefined;
    const [id, index, hash, key] = line.split('\t') as [string, string, string, string];
    return { id, index: Number(index), hash: Buffer.from(hash, 'hex'), key };
  }

  close(): void {
    this.#lines.close();
  }
}

/** Writes a new state file beside the present one. */
export class StateWriter {
  readonly #folder: string;
  readonly #fresh: string;
  readonly #fd: number;
  readonly #hash = createHash('sha256');
  #part: string;

  constructor(folder: string, head: StateHead) {
    this.#folder = folder;
    this.#fresh = join(folder, `${NAME}.new`);
    this.#fd = openSync(this.#fresh, 'w');
    this.#part = `${FORMAT}\t${JSON.stringify(head)}\n`;
  }

  add({ id, index, hash, key }: StateLine): void {
    this.#part += `${id}\t${index}\t${Buffer.from(hash).toString('hex')}\t${key}\n`;
    if (this.#part.length >= PART) this.#write();
  }

  /**
   * Makes the new file the state file of a log of `size` leaves. If writing fails, removes the new file and throws the
   * error.
   */
  keep(size: number): void {
    try {
      this.#write();
      writeFileSync(this.#fd, endOf(size, this.#hash.digest('hex')));
      fsyncSync(this.#fd);
    } catch (error) {
      this.drop();
      throw error;
    }
    closeSync(this.#fd);
    renameSync(this.#fresh, join(this.#folder, NAME));
    // Earlier versions had a file for each size.
    for (const name of namesIn(this.#folder, ''))
      if (name.startsWith(`${NAME}-`)) rmSync(join(this.#folder, name), { force: true });
    syncFolder(this.#folder);
  }

  /** Discards the new state file. */
  drop(): void {
    closeSync(this.#fd);
    rmSync(this.#fresh, { force: true });
  }

  #write(): void {
    writeFileSync(this.#fd, this.#part, 'latin1');
    this.#hash.update(this.#part, 'latin1');
    this.#part = '';
  }
}

/**
 * Makes the state file in `folder` again out of the leaves of the log `head`, which `copies` have: a line for each model
 * that the log ever had. Leaves the keys unknown. Rejects with a LogDamage if a leaf is damaged in all copies.
 */
export async function restoreState(folder: string, head: TreeHead, copies: readonly LogFiles[]): Promise<void> {
  const newest = new Map<string, { index: number; hash: Hash }>();
  const withdrawn: StateHead['withdrawn'] = {};
  const checked = checkedTiles(copies, head);
  for (let bundle = 0; bundle * TILE_WIDTH < head.size; bundle++) {
    const { entries, hashes } = await checked.leaves(bundle);
    for (const [at, bytes] of entries.entries()) {
      const text = new TextDecoder().decode(bytes);
      const leaf = parseLeaf(text);
      if (leaf && 'id' in leaf) newest.set(leaf.id, { index: bundle * TILE_WIDTH + at, hash: hashes[at]! });
      else if (leaf && 'lifted' in leaf) withdrawn[leaf.model] = text;
    }
  }
  const state = new StateWriter(folder, { catalog: '', facts: '', withdrawn });
  for (const id of [...newest.keys()].sort()) state.add({ id, ...newest.get(id)!, key: NO_KEY });
  state.keep(head.size);
}

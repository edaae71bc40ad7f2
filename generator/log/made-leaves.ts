// Passes leaves from a build to the log. A build has read the objects of each model that it writes, so the log need not
// read them again.
//
//   <folder>/<thread>: a line for each model, `id TAB key TAB leaf`, in the order of ids
//
// If a leaf is missing here or has another key, the log makes it from the model's objects.
import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { idOfEntryLine, LineCursor } from '../days/catalog-reader.ts';
import { namesIn } from '../files/own-folder.ts';
import { type LeafMaker, leafKey, modelLeaf, type SourceHosts } from './model-leaf.ts';

const SPILL_AT = 256 * 1024;

/** The place where threads of a build write leaves, and the hosts of sources to name in the leaves. */
export interface LeafPlace {
  /** The folder, which is empty when a build begins. */
  folder: string;
  hosts: SourceHosts;
}

/** Collects the leaves of one thread in a file. */
export class LeafSpool {
  readonly #path: string;
  readonly #hosts: SourceHosts;
  #text = '';

  constructor({ folder, hosts }: LeafPlace, name: string) {
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, name);
    this.#hosts = hosts;
  }

  /** Adds the leaf of `model`. `line` is the entry line of the model in the catalog, which names `object`. */
  add(line: string, model: ModelObject, object: Address, sources: readonly SourceObject[]): void {
    this.#text += `${model.id}\t${leafKey(line)}\t${modelLeaf(model, object, sources, this.#hosts)}\n`;
    if (this.#text.length >= SPILL_AT) this.flush();
  }

  flush(): void {
    if (this.#text !== '') appendFileSync(this.#path, this.#text);
    this.#text = '';
  }
}

interface Spooled {
  lines: LineCursor;
  next: { id: string; key: string; leaf: string } | undefined;
}

/**
 * Returns the leaves of a build. Callers ask for them in the order of ids. `other` makes the leaves that are missing.
 */
export class MadeLeaves implements LeafMaker {
  readonly #other: LeafMaker;
  readonly #spooled: Spooled[];
  readonly facts: string;

  constructor(folder: string, other: LeafMaker) {
    this.#other = other;
    this.facts = other.facts;
    // A build that wrote no model has made no folder.
    this.#spooled = namesIn(dirname(folder), basename(folder)).map((name) => {
      const lines = new LineCursor(join(folder, name), 0);
      return { lines, next: parsed(lines) };
    });
  }

  leafOf(line: Uint8Array): Uint8Array {
    const id = idOfEntryLine(Buffer.from(line));
    for (const spooled of this.#spooled) {
      while (spooled.next && spooled.next.id < id) spooled.next = parsed(spooled.lines);
      const { next } = spooled;
      if (next?.id === id && next.key === leafKey(line)) return Buffer.from(next.leaf);
    }
    return this.#other.leafOf(line);
  }

  close(): void {
    for (const { lines } of this.#spooled) lines.close();
  }
}

function parsed(lines: LineCursor): Spooled['next'] {
  const found = lines.next()?.toString().split('\t');
  return found && { id: found[0]!, key: found[1]!, leaf: found[2]! };
}

// Makes the leaf with which the log describes a model, from the objects of the model. A build has read the objects of
// each model that it writes, so its threads pass the leaves on, and the log need not read them again:
//
//   <folder>/<thread>: a line for each model, `id TAB key TAB leaf`, in the order of ids
//
// If a leaf is missing there or has another key, the log makes it from the model's objects.
import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import { sha256sums } from '../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import { LOGGED_MODEL_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { idOfEntryLine, LineCursor } from '../days/catalog-reader.ts';
import { catalogAddress, type ObjectStore } from '../days/object-store.ts';
import { namesIn } from '../files/own-folder.ts';

/** Makes leaves of models from their lines in the catalog. */
export interface LeafMaker {
  /** Identifies everything that affects the content of leaves, apart from the objects of models. */
  facts: string;
  leafOf(line: Uint8Array): Uint8Array;
}

/**
 * The version of the content of leaves. Raise it when a change of the code makes another leaf from the same objects.
 */
const MAKING = 1;
const KEY_LENGTH = 16;

/** The host of each source, by the source's token. */
export type SourceHosts = ReadonlyMap<string, string>;

export const hostsOf = ({ sources }: Pick<Service, 'sources'>): SourceHosts =>
  new Map(sources.map(({ token, host }) => [token, host]));

/** Returns the key of a model's leaf. The key changes with the model's line in the catalog. */
export function leafKey(line: Uint8Array | string): string {
  return hash('sha256', line).slice(0, KEY_LENGTH);
}

/** Makes the leaf of `model`, whose object is at `object`. */
export function modelLeaf(
  { id, revision, files }: ModelObject,
  object: Address,
  sources: readonly SourceObject[],
  hosts: SourceHosts,
): string {
  // The leaf names only sources that have every file with the right bytes. A source that the operator has removed from
  // the settings has no host.
  const whole = sources.filter(({ files, differs }) => files === undefined && differs === undefined);
  const named = new Set(whole.flatMap(({ source }) => hosts.get(source) ?? []));
  const sums = sha256Hex(sha256sums(files));
  return formatLeaf({ format: LOGGED_MODEL_FORMAT, id, revision, object, sums, sources: [...named].sort() });
}

/**
 * Makes leaves of models from the objects in `store`. `leafOf` throws an ObjectError for a missing object, and the
 * parser's error for a malformed one.
 */
export function modelLeaves(store: ObjectStore, hosts: SourceHosts): LeafMaker {
  const read = (address: string) => store.get(catalogAddress(address));
  return {
    facts: hash('sha256', JSON.stringify([MAKING, ...hosts])).slice(0, KEY_LENGTH),
    leafOf(line) {
      const { entry } = parseEntryLine(Buffer.from(line).toString());
      const model = parseModelObject(read(entry.model));
      const sources = entry.sources.map((address) => parseSourceObject(read(address)));
      return Buffer.from(modelLeaf(model, entry.model, sources, hosts));
    },
  };
}

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

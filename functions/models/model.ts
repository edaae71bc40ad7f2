// Finds a model in a tree, and the files of a model. The head of the model's directions is in memory; rows of files are
// read from the tree when they are needed.
import { type Awaitable, allOf, andThen } from '../../src/basics/remembered.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import {
  type DirectionsHead,
  type DirectionsPlace,
  FIRST_READ,
  type FileRow,
  type FolderRow,
  fileRows,
  type GatedHead,
  parseHead,
  parseRow,
  shownSpan,
  standIns,
} from '../../src/resolve/directions-head.ts';
import { blockFor, endOf, findLine, linesOf, type Span } from '../../src/resolve/sorted-lines.ts';
import { type Source, sourceUrl } from '../../src/service/service.ts';
import { DIRECTIONS, modelKey } from '../../src/tree/static-tree.ts';
import { type Holder, kept, type Tree } from '../ports/ports.ts';

type Directions = Pick<Tree, 'id' | 'memory' | 'range'>;
export type ModelDirections = ServedModel | (GatedHead & { weight?: number });

/** Returns the directions of a model, which the tree keeps; undefined if the index lacks the model. */
export function directionsOf(
  tree: Directions,
  owner: string,
  name: string,
  sources: readonly Source[],
): Awaitable<ModelDirections | undefined> {
  if (!isIdPart(owner) || !isIdPart(name)) return undefined;
  const id = `${owner}/${name}`;
  return kept(tree, `model ${id}`, () => openModel(tree, `${modelKey(id)}/${DIRECTIONS}`, FIRST_READ, sources));
}

/**
 * Reads the first `end` bytes of the directions at `path`, and then twice as many, again and again, until they hold the
 * whole head. Returns undefined if the tree has no file at `path`.
 */
function openModel(
  tree: Directions,
  path: string,
  end: number,
  sources: readonly Source[],
): Awaitable<ModelDirections | undefined> {
  return andThen(tree.range(path, 0, end), (bytes) => {
    if (!bytes) return undefined;
    const parsed = parseHead(bytes);
    if (!parsed && bytes.length < end) throw tornAt();
    if (!parsed) return openModel(tree, path, 2 * end, sources);
    const { head, body } = parsed;
    if ('gated' in head) return head;
    const whole = shownSpan(head).end;
    const rows = bytes.length >= body + whole ? bytes.subarray(body, body + whole) : undefined;
    const part = (span: Span): Awaitable<Uint8Array> =>
      rows?.subarray(span.start, span.end) ??
      kept(tree, `rows ${path} ${span.start}`, () =>
        andThen(tree.range(path, body + span.start, body + span.end), (read) => {
          if (read?.length !== span.end - span.start) throw tornAt();
          return read;
        }),
      );
    // A parsed head takes about three times as much memory as its text.
    return new ServedModel(head, placesOf(head, sources), part, 1000 + 3 * body + (rows?.length ?? 0));
  });

  function tornAt(): Error {
    return new Error(`torn tree ${tree.id}: ${path} is not whole; rebuild with "model-hub build"`);
  }
}

/** Lists the places of the model's files at those sources that service.yaml names, in order of preference. */
function placesOf({ places }: DirectionsHead, sources: readonly Source[]): HeldPlace[] {
  const held = places.flatMap((place, at) => {
    const source = sources.find((one) => one.token === place.source);
    return source ? [{ source, place, at }] : [];
  });
  return held.sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source));
}

/** A file of a model, with the sources that hold it. */
export interface FileDirections {
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
  /** The sources that hold the file, in order of preference. */
  holders: readonly Holder[];
}

/** A source that holds all or some files of the model. */
interface HeldPlace {
  source: Source;
  place: DirectionsPlace;
  /** The number by which rows of the directions name this place. */
  at: number;
}

export class ServedModel {
  readonly head: DirectionsHead;
  /** The sources that hold files of the model, in order of preference. */
  readonly places: readonly HeldPlace[];
  /** The approximate number of bytes that the model takes in memory. */
  readonly weight: number;
  readonly #part: (span: Span) => Awaitable<Uint8Array>;

  /** `part` returns the part of the directions at a span, whose offsets count from the end of the head. */
  constructor(
    head: DirectionsHead,
    places: readonly HeldPlace[],
    part: (span: Span) => Awaitable<Uint8Array>,
    weight: number,
  ) {
    this.head = head;
    this.places = places;
    this.weight = weight;
    this.#part = part;
  }

  get id(): string {
    return this.head.id;
  }

  get revision(): string {
    return this.head.revision;
  }

  /** Returns the tokens of the sources that hold a file; undefined if every source of the model holds all files. */
  holdersOf({ places }: FileRow): string[] | undefined {
    if (this.places.every(({ place }) => place.held === undefined)) return undefined;
    const holding = this.places.filter(({ place, at }) => place.held === undefined || places.includes(at));
    return holding.map(({ source }) => source.token);
  }

  /** Finds the file at `path`; undefined if the model has no such file. */
  file(path: string): Awaitable<FileDirections | undefined> {
    return andThen(this.entry(path), (row) => (row && !('oid' in row) ? this.#fileOf([row]) : undefined));
  }

  /** Finds the file or folder at `path`; undefined if there is neither. */
  entry(path: string): Awaitable<FileRow | FolderRow | undefined> {
    const span = blockFor(this.head.rows, path);
    return andThen(span && this.#part(span), (part) => {
      const line = part && findLine(part, path);
      return line === undefined ? undefined : parseRow(line);
    });
  }

  /**
   * Finds the first file with this SHA-256. Its holders include every source that has the same bytes under another
   * path. Returns undefined if there is no such file.
   */
  fileWithHash(sha256: string): Awaitable<FileDirections | undefined> {
    return andThen(this.#rowsWithHash(sha256), (rows) => (rows.length === 0 ? undefined : this.#fileOf(rows)));
  }

  /** Returns the files that a page shows, in the order of the index. For most models these are all files. */
  shown(): Awaitable<FileRow[]> {
    return andThen(this.#part(shownSpan(this.head)), (part) => fileRows(linesOf(part)));
  }

  /** Yields every file, block by block in the order of the index. */
  async *files(): AsyncGenerator<FileDirections[]> {
    let start = 0;
    for (const [, end] of this.head.rows) {
      const part = await this.#part({ start, end });
      yield fileRows(linesOf(part)).map((row) => this.#fileOf([row]));
      start = end;
    }
  }

  #rowsWithHash(sha256: string): Awaitable<FileRow[]> {
    const { rows, hashes } = this.head;
    const from = endOf(rows);
    if (!hashes)
      return andThen(this.#part({ start: 0, end: from }), (part) => {
        const lines = linesOf(part).filter((line) => line.includes(sha256));
        return standIns(fileRows(lines).filter((row) => row.sha256 === sha256));
      });
    const found = blockFor(hashes, sha256);
    if (!found) return [];
    return andThen(this.#part({ start: from + found.start, end: from + found.end }), (part) => {
      const [, ...paths] = findLine(part, sha256)?.split('\t') ?? [];
      return allOf(paths.map((path) => this.entry(path))) as Awaitable<FileRow[]>;
    });
  }

  #fileOf(rows: FileRow[]): FileDirections {
    const { path, size, sha256 } = rows[0]!;
    return { path, size, sha256, holders: holdersOf(rows, this.places) };
  }
}

/**
 * Lists the sources that hold the bytes which all of `rows` share. A holder's URL contains the first path among `rows`
 * that the holder has.
 */
function holdersOf(rows: FileRow[], places: readonly HeldPlace[]): Holder[] {
  return places.flatMap(({ source, place, at }) => {
    const row = place.held === undefined ? rows[0] : rows.find((one) => one.places.includes(at));
    return row ? [{ source: source.token, host: source.host, url: sourceUrl(source, place, row) }] : [];
  });
}

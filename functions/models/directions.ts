// Reads a model's directions for requests: the head, and those parts that a request needs. Both are kept in memory for
// each tree.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import {
  type DirectionsHead,
  FIRST_READ,
  type GatedHead,
  parseHead,
  shownSpan,
} from '../../src/resolve/directions-head.ts';
import type { Span } from '../../src/resolve/sorted-lines.ts';
import type { Source } from '../../src/service/sources.ts';
import { DIRECTIONS, modelKey } from '../../src/tree/static-tree.ts';
import type { Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';
import { type HeldPlace, type ModelReading, ServedModel } from './served-model.ts';

/**
 * The maximum total size in bytes of the heads that are kept. If a model has few files, all its rows are kept with the
 * head.
 */
const MODEL_BYTES = 32 * 1024 * 1024;
/** The maximum total size in bytes of the other parts that are kept, for models with many files. */
const PART_BYTES = 16 * 1024 * 1024;

export type ModelDirections = ServedModel | GatedHead;

/** The models of a tree by id, and parts of their directions by path and offset. */
const knownOf = perTree(() => ({
  models: new Remembered<string, ModelDirections>({
    most: MODEL_BYTES,
    weigh: (model) => ('gated' in model ? 500 : model.weight),
  }),
  parts: new Remembered<string, Uint8Array>({ most: PART_BYTES, weigh: ({ length }) => length + 200 }),
}));

type Known = ReturnType<typeof knownOf>;

/** Returns the directions of a model; undefined if the index lacks the model. */
export function directionsOf(
  tree: Tree,
  owner: string,
  name: string,
  sources: readonly Source[],
): Awaitable<ModelDirections | undefined> {
  const known = knownOf(tree);
  const id = `${owner}/${name}`;
  return (
    known.models.known(id) ??
    known.models.get(id, () => {
      if (!isIdPart(owner) || !isIdPart(name)) return undefined;
      const path = `${modelKey(id)}/${DIRECTIONS}`;
      return andThen(readHead(tree, path, FIRST_READ), (read) => read && openModel(tree, path, read, sources, known));
    })
  );
}

/** The bytes that were read of a model's directions: the head, and what follows it. */
interface Read extends NonNullable<ReturnType<typeof parseHead>> {
  bytes: Uint8Array;
}

/**
 * Reads the first `end` bytes, and then twice as many, again and again, until they hold the whole head. Returns
 * undefined if the tree has no file at `path`.
 */
function readHead(tree: Tree, path: string, end: number): Awaitable<Read | undefined> {
  return andThen(tree.range(path, 0, end), (bytes) => {
    if (!bytes) return undefined;
    const parsed = parseHead(bytes);
    if (parsed) return { bytes, ...parsed };
    if (bytes.length < end) throw tornAt(tree, path);
    return readHead(tree, path, 2 * end);
  });
}

/** Makes the model from the first bytes of its directions. */
function openModel(
  tree: Tree,
  path: string,
  { bytes, head, body }: Read,
  sources: readonly Source[],
  known: Known,
): ModelDirections {
  if ('gated' in head) return head;
  const whole = shownSpan(head).end;
  const rows = bytes.length >= body + whole ? bytes.subarray(body, body + whole) : undefined;
  return new ServedModel(head, placesOf(head, sources), {
    part: rows ? ({ start, end }) => rows.subarray(start, end) : partReader(tree, path, body, known),
    // A parsed head takes about three times as much memory as its text.
    weight: 1000 + 3 * body + (rows?.length ?? 0),
  });
}

/** Makes a function that reads parts of the directions from the tree, and keeps them within `PART_BYTES`. */
function partReader(tree: Tree, path: string, body: number, { parts }: Known): ModelReading['part'] {
  return ({ start, end }: Span) =>
    parts.get(`${path} ${start}`, () =>
      andThen(tree.range(path, body + start, body + end), (part) => {
        if (part?.length !== end - start) throw tornAt(tree, path);
        return part;
      }),
    );
}

/** Lists the places of the model's files at those sources that service.yaml names, in order of preference. */
function placesOf({ places }: DirectionsHead, sources: readonly Source[]): HeldPlace[] {
  const held = places.flatMap((place, at) => {
    const source = sources.find((one) => one.token === place.source);
    return source ? [{ source, place, at }] : [];
  });
  return held.sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source));
}

function tornAt(tree: Tree, path: string): Error {
  return new Error(`torn tree ${tree.id}: ${path} is not whole; rebuild with "model-hub build"`);
}

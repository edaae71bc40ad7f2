// Directions as requests want them: the head of a model and the parts of it that were asked for, in bounded caches per tree.
import { LRUCache } from 'lru-cache';
import { isIdPart } from '../src/model-id.ts';
import { FIRST_READ, parseHead, shownSpan } from '../src/resolve/directions.ts';
import type { DirectionsHead, GatedHead } from '../src/resolve/directions-head.ts';
import type { Span } from '../src/resolve/sorted-lines.ts';
import type { Source } from '../src/sources.ts';
import { MODEL_ANSWERS, modelFolder } from '../src/static-tree.ts';
import { BoundedMaps } from './bounded-maps.ts';
import type { Tree } from './ports.ts';
import { type HeldPlace, type ModelReading, ServedModel } from './served-model.ts';
import { perTree } from './tree-cache.ts';

/** Bytes kept of heads, those of most models with all of their rows. */
const MODEL_BYTES = 32 * 1024 * 1024;
/** Bytes kept of the parts of models with many files. */
const PART_BYTES = 16 * 1024 * 1024;
/** Bytes kept of files that were looked up. */
const FILE_BYTES = 16 * 1024 * 1024;

type ModelDirections = ServedModel | GatedHead;

/** What is known of a tree's models. */
const knownOf = perTree(() => ({
  models: new LRUCache<string, ModelDirections>({ maxSize: MODEL_BYTES }),
  parts: new LRUCache<string, Uint8Array>({ maxSize: PART_BYTES }),
  bound: new BoundedMaps(FILE_BYTES),
}));

type Known = ReturnType<typeof knownOf>;

/** The directions of a model; undefined when the index lacks it. */
export function directionsOf(
  tree: Tree,
  owner: string,
  name: string,
  sources: readonly Source[],
): ModelDirections | undefined {
  const known = knownOf(tree);
  const id = `${owner}/${name}`;
  const before = known.models.get(id);
  if (before) return before;
  if (!isIdPart(owner) || !isIdPart(name)) return undefined;
  const path = `${modelFolder(owner, name)}/${MODEL_ANSWERS.directions}`;
  const bytes = tree.range(path, 0, FIRST_READ);
  if (!bytes) return undefined;
  const model = openModel(tree, path, bytes, sources, known);
  known.models.set(id, model, { size: 'gated' in model ? 500 : model.weight });
  return model;
}

/** The model whose directions begin with `first`. */
function openModel(
  tree: Tree,
  path: string,
  first: Uint8Array,
  sources: readonly Source[],
  known: Known,
): ModelDirections {
  let bytes = first;
  let parsed = parseHead(bytes);
  for (let end = 2 * FIRST_READ; !parsed; end *= 2) {
    if (bytes.length < end / 2) throw tornAt(tree, path);
    bytes = tree.range(path, 0, end) ?? new Uint8Array();
    parsed = parseHead(bytes);
  }
  const { head, body } = parsed;
  if ('gated' in head) return head;
  const whole = shownSpan(head).end;
  const rows = bytes.length >= body + whole ? bytes.subarray(body, body + whole) : undefined;
  return new ServedModel(head, placesOf(head, sources), {
    part: rows ? ({ start, end }) => rows.subarray(start, end) : partReader(tree, path, body, known),
    bound: known.bound,
    // A head takes about three times its text when it is parsed.
    weight: 1000 + 3 * body + (rows?.length ?? 0),
  });
}

/** Reads parts from the tree, and keeps them while there is room. */
function partReader(tree: Tree, path: string, body: number, { parts }: Known): ModelReading['part'] {
  return ({ start, end }: Span) => {
    const key = `${path} ${start}`;
    const before = parts.get(key);
    if (before) return before;
    const part = tree.range(path, body + start, body + end);
    if (part?.length !== end - start) throw tornAt(tree, path);
    parts.set(key, part, { size: part.length + 200 });
    return part;
  };
}

/** The places at sources this service knows, in order of preference. */
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

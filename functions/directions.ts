// Directions in the form requests want them: read from the tree once, kept in a bounded cache per tree.
import { LRUCache } from 'lru-cache';
import { isIdPart } from '../src/model-id.ts';
import type { DirectionsFile } from '../src/resolve/directions.ts';
import { type Place, type Source, sourceUrl } from '../src/sources.ts';
import { MODEL_ANSWERS, modelFolder } from '../src/static-tree.ts';
import type { Tree } from './ports.ts';

/** Bytes of directions files kept parsed; parsed they take about three times as much. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** A source that holds a file, with the place it has it at. */
export interface Holder {
  source: string;
  /** The spelling in headers. */
  host: string;
  url: string;
}

/** One file of a model. */
export interface FileDirections {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** In order of preference. Made at first use. */
  holders: readonly Holder[];
}

/** A model that is served. */
export interface ServedModel {
  id: string;
  revision: string;
  lastModified: string | undefined;
  /** The sources that hold it, in order of preference, each with the paths it holds unless that is all. */
  places: readonly { source: string; files?: readonly string[] | undefined }[];
  /** The files as the index has them. */
  list: readonly [path: string, size: number, sha256: string][];
  /** The file at `path`; undefined when there is none. */
  file(path: string): FileDirections | undefined;
  /** The first file with this SHA-256, at every source that holds those bytes under any path; undefined when there is none. */
  fileWithHash(sha256: string): FileDirections | undefined;
}

export type ModelDirections = ServedModel | { id: string; gated: true };

const caches = new WeakMap<Tree, LRUCache<string, ModelDirections>>();

/** The directions of a model; undefined when the index lacks it. */
export function directionsOf(
  tree: Tree,
  owner: string,
  name: string,
  sources: readonly Source[],
): ModelDirections | undefined {
  let cache = caches.get(tree);
  if (!cache) {
    cache = new LRUCache({ maxSize: CACHE_BYTES });
    caches.set(tree, cache);
  }
  const id = `${owner}/${name}`;
  const known = cache.get(id);
  if (known) return known;
  if (!isIdPart(owner) || !isIdPart(name)) return undefined;
  const text = tree.text(`${modelFolder(owner, name)}/${MODEL_ANSWERS.directions}`);
  if (text === undefined) return undefined;
  const directions = parse(JSON.parse(text) as DirectionsFile, sources);
  cache.set(id, directions, { size: text.length + 200 });
  return directions;
}

function parse(file: DirectionsFile, sources: readonly Source[]): ModelDirections {
  if (file.gated) return { id: file.id, gated: true };
  const list = file.files ?? [];
  const places = (file.sources ?? []).flatMap((place) => {
    const source = sources.find((one) => one.token === place.source);
    return source ? [{ source, place, only: place.files && new Set(place.files) }] : [];
  });
  places.sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source));
  const rows = new Map(list.map((row) => [row[0], row]));
  const made = new Map<string, FileDirections>();
  const fileAt = (path: string) => {
    const known = made.get(path);
    if (known) return known;
    const row = rows.get(path);
    if (!row) return undefined;
    const fresh = fileDirections(row, places);
    made.set(path, fresh);
    return fresh;
  };
  let byHash: Map<string, (typeof list)[number][]> | undefined;
  return {
    id: file.id,
    revision: file.revision!,
    lastModified: file.lastModified,
    places: places.map(({ place }) => place),
    list,
    file: fileAt,
    fileWithHash(sha256) {
      byHash ??= Map.groupBy(list, (row) => row[2]);
      const files = (byHash.get(sha256) ?? []).map(([path]) => fileAt(path)!);
      const [first] = files;
      if (!first || files.length === 1) return first;
      const all = files.flatMap(({ holders }) => holders);
      const holders = sources.flatMap(({ token }) => all.find(({ source }) => source === token) ?? []);
      return { ...first, holders };
    },
  };
}

interface KnownPlace {
  source: Source;
  place: Place;
  only: Set<string> | undefined;
}

function fileDirections([path, size, sha256]: [string, number, string], places: KnownPlace[]): FileDirections {
  const holders = places
    .filter(({ only }) => !only || only.has(path))
    .map(({ source, place }) => ({ source: source.token, host: source.host, url: sourceUrl(source, place, path) }));
  return { path, size, sha256, holders };
}

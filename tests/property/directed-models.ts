// Makes models with difficult names, and looks up their files in the simplest way: by trying one file after the
// other.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { directionsOf, type FileDirections, type ServedModel } from '../../functions/models/model.ts';
import type { Tree, TreeMemory } from '../../functions/ports/ports.ts';
import { createRemembered } from '../../src/basics/remembered.ts';
import { fileTree } from '../../src/dialects/hub/tree-entries.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatDirections } from '../../src/resolve/directions.ts';
import { type Source, sourceUrl } from '../../src/service/service.ts';
import { SOURCE_FORMAT } from '../../src/shapes/formats.ts';
import type { SourceObject } from '../../src/shapes/objects.ts';
import { DIRECTIONS, modelKey } from '../../src/tree/static-tree.ts';
import { atOnce } from '../fixtures/at-once.ts';

export interface MadeUp {
  /** The files, sorted by the bytes of their paths. No file has the path of another file's folder. */
  files: { path: string; size: number; sha256: string }[];
  sources: SourceObject[];
}

const TOKENS = ['one', 'two', 'three', 'four'];

/**
 * The sources that the service knows, in order of preference. A model lists its sources in another order, and may
 * have the unknown source `four`.
 */
export const known: Source[] = ['three', 'one', 'two'].map((token) => ({
  token,
  display: token,
  host: `${token}.example`,
  base: `https://${token}.example`,
  template: '/{id}/{revision}/{path}',
}));

export const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
/**
 * Makes names whose order differs between bytes and text, or between folders and files, and names with a common
 * beginning.
 */
const segment = fc.oneof(
  fc.constantFrom('a', 'b', 'B', '-', 'a.b', 'a-', 'a b', 'é', '😀', '\uffee', '\ufeff', '\ufffd', '_', '!', '~', '0'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/[\\/\p{Cc}]|^\.{1,2}$/u.test(text)),
  fc.nat({ max: 30 }).map((length) => 'x'.repeat(length + 1)),
);

const paths = (maxLength: number) =>
  fc
    .uniqueArray(
      fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
      { minLength: 0, maxLength, size: 'max' },
    )
    .map((all) => all.filter((path) => !all.some((other) => path.startsWith(`${other}/`))).sort(bytewise));

/**
 * Makes a model of at most `most` files. Some files have the same bytes, and some sources have only some of the
 * files.
 */
export function madeUp(most: number): fc.Arbitrary<MadeUp> {
  return paths(most).chain((list) =>
    fc.record({
      files: fc.tuple(...list.map((path) => fileAt(path))),
      sources: fc
        .uniqueArray(fc.constantFrom(...TOKENS), { maxLength: 4 })
        .chain((tokens) => fc.tuple(...tokens.map((token) => placeAt(token, list)))),
    }),
  );
}

function fileAt(path: string) {
  return fc.record({
    path: fc.constant(path),
    size: fc.oneof(
      fc.nat({ max: 3 }),
      fc.maxSafeNat().map((size) => Math.floor(size / 1e6)),
    ),
    sha256: fc.oneof(
      fc.constantFrom('a', 'b').map((text) => sha256Hex(text)),
      fc.constant(sha256Hex(path)),
    ),
  });
}

function placeAt(source: string, list: string[]): fc.Arbitrary<SourceObject> {
  const about = { format: SOURCE_FORMAT, model: null, kind: 'http', source, id: 'its/own', revision: 'v1' } as const;
  return fc.oneof(
    fc.constant(about),
    fc.subarray(list).map((files) => ({ ...about, files })),
  );
}

const [owner, name] = ['acme', 'made-up'];

/** Writes the model's directions, in blocks of `block` bytes. */
export function written({ files, sources }: MadeUp, block?: number): Uint8Array {
  const { folders } = fileTree(files);
  return formatDirections(
    { id: `${owner}/${name}`, revision: '0'.repeat(40), license: null, files, folders },
    sources,
    block,
  );
}

/** Opens a model from directions as a hub does. `onRead` receives the number of bytes of each read. */
export function opened(directions: Uint8Array, onRead: (bytes: number) => void = () => {}): ServedModel {
  const range: Tree['range'] = (path, start, end) => {
    if (path !== `${modelKey(`${owner}/${name}`)}/${DIRECTIONS}`) return undefined;
    const part = directions.subarray(start, end);
    onRead(part.length);
    return part;
  };
  return atOnce(
    directionsOf({ id: '', memory: createRemembered({ most: 2 ** 24 }) as TreeMemory, range }, owner, name, known),
  ) as ServedModel;
}

/** Returns the expected directions of the file at `path`; undefined if the model has no such file. */
export function plainFile({ files, sources }: MadeUp, path: string): FileDirections | undefined {
  const file = files.find((one) => one.path === path);
  if (!file) return undefined;
  const holders = known.flatMap((source) => {
    const place = sources.find((one) => one.source === source.token);
    if (!place || (place.files && !place.files.includes(path))) return [];
    return [{ source: source.token, host: source.host, url: sourceUrl(source, place, { path }) }];
  });
  return { ...file, holders };
}

/**
 * Returns the first file with this hash, and every source that has a file with this hash, with the address of the first
 * such file there.
 */
export function plainFileWithHash(model: MadeUp, sha256: string): FileDirections | undefined {
  const same = model.files.filter((file) => file.sha256 === sha256).map(({ path }) => plainFile(model, path)!);
  const holders = same.flatMap((file) => file.holders);
  const first = known.flatMap(({ token }) => holders.find(({ source }) => source === token) ?? []);
  return same[0] && { ...same[0], holders: first };
}

/** Lists every folder with its id: the SHA-1 of the sorted lines of its contents. */
export function plainFolders({ files }: MadeUp): { path: string; oid: string }[] {
  const folders = files.flatMap(({ path }) => {
    const parts = path.split('/');
    return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
  });
  return [...new Set(folders)].map((path) => {
    const beneath = files.filter((file) => file.path.startsWith(`${path}/`));
    const lines = beneath.map((file) => `${file.path}\0${file.sha256}\n`).join('');
    return { path, oid: createHash('sha1').update(lines).digest('hex') };
  });
}

// Opens an answer of a tree: in a pack, or in a file of its own. If only compressed forms are stored, the plain form is
// made when it is first needed, and kept.
import process from 'node:process';
import { paysToCompress } from '../../../src/basics/limits.ts';
import { type Awaitable, allOf, andThen } from '../../../src/basics/remembered.ts';
import { openBlake3 } from '../../../src/digests/blake3.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { type Address, addressFromHex } from '../../../src/nouns/address.ts';
import type { Pack } from '../../../src/tree/pack.ts';
import { readChecked, type Store } from '../../../src/tree/store.ts';
import type { ZipPlace } from '../../../src/tree/zip.ts';
import { madeFile } from '../../answers/built-answer.ts';
import { LARGE, piecewise } from '../../answers/piecewise.ts';
import type { BuiltFile } from '../../ports/ports.ts';
import type { Body } from '../../request/answer.ts';

/** The compressed forms of an answer. */
type Twins = { br?: Body | undefined; gzip?: Body | undefined };

function fileOf(tag: string, size: number, body: () => Awaitable<Body>, twins: Twins = {}) {
  const forms = [twins.br, twins.gzip].map((one) => (one instanceof Uint8Array ? one.length : 0));
  const weight = forms.reduce((sum, one) => sum + one, 500 + (size > LARGE ? 0 : size));
  return { tag, size, body, twin: (coding: 'br' | 'gzip') => twins[coding], weight };
}

const tagOf = (hashed: Uint8Array | string) => sha256Hex(hashed).slice(0, 32);

/** Makes an answer of a text. */
export function textFile(text: string | undefined): BuiltFile | undefined {
  const bytes = text === undefined ? undefined : new TextEncoder().encode(text);
  return bytes && madeFile(bytes, tagOf(bytes));
}

/** Reads the bytes of an object. Rejects if they are not those of its address. */
const objectBytes = (store: Store, name: string, address: Address) =>
  readChecked(store, name, async () => {
    const bytes = await store.get(name);
    if (!bytes || addressFromHex((await openBlake3()).blake3Hex(bytes)) === address) return bytes;
    throw new Error(`torn tree: ${name} is damaged; "model-hub archive verify" says where a whole copy of it is`);
  });

/**
 * Opens the file that is stored under its own name `name`: an object, or a file of the website with its compressed
 * forms. Returns undefined if the store lacks it. `tag` is the address of an object. The bytes of a large object are
 * not checked.
 */
export function looseFile(store: Store, name: string, tag?: Address): Awaitable<BuiltFile | undefined> {
  return andThen(store.size(name), (size) => {
    if (size === undefined) return undefined;
    if (size > LARGE) {
      const stream = piecewise(size, (start, end) => store.range(name, start, end), { piece: store.piece });
      return fileOf(tag ?? tagOf(`${name} ${size}`), size, () => stream);
    }
    const twins = tag === undefined && paysToCompress(size) ? [store.get(`${name}.br`), store.get(`${name}.gz`)] : [];
    return andThen(tag ? objectBytes(store, name, tag) : store.get(name), (bytes) => {
      if (!bytes) return undefined;
      return andThen(allOf(twins), ([br, gzip]) => fileOf(tag ?? tagOf(bytes), size, () => bytes, { br, gzip }));
    });
  });
}

/**
 * Finds the answer under `name` in `pack`; undefined if the pack lacks it. A compressed answer has a `.br` and a `.gz`
 * form. With `mayBeGzip` the `.gz` form alone is enough. A pack with other people's files must not allow that, because
 * one of those files may have the ending `.gz`.
 */
export function packedFile(pack: Pack, name: string, mayBeGzip: boolean): Awaitable<BuiltFile | undefined> {
  return andThen(pack.find(name), (place) => {
    if (place)
      return andThen(bodyOf(pack, place), (body) =>
        fileOf(packedTag(pack, place, body), place.end - place.start, () => body),
      );
    return andThen(pack.find(`${name}.gz`), (gz) => {
      if (!gz) return undefined;
      return andThen(pack.find(`${name}.br`), (br) => (br || mayBeGzip ? compressedFile(pack, br, gz) : undefined));
    });
  });
}

function bodyOf(pack: Pack, { start, end }: ZipPlace): Awaitable<Body> {
  // `piecewise` gets the start in the pack as well, so that its pieces end where parts of the pack end, and no part is
  // read twice.
  if (end - start > LARGE)
    return piecewise(end - start, (from, to) => pack.bytes(start + from, start + to), { origin: start });
  return pack.bytes(start, end);
}

/** Returns the hash of the bytes; for a large answer, the hash of the pack's hash and the answer's name. */
const packedTag = (pack: Pack, { name }: ZipPlace, body: Body) =>
  tagOf(body instanceof Uint8Array ? body : `${pack.sha256} ${name}`);

function compressedFile(pack: Pack, br: ZipPlace | undefined, gz: ZipPlace): Awaitable<BuiltFile> {
  return andThen(br && bodyOf(pack, br), (brotli) =>
    andThen(bodyOf(pack, gz), (gzip) =>
      andThen(pack.bytes(gz.end - 4, gz.end), (trailer) => {
        // A gzip file ends with the length before compression (RFC 1952 2.3.1), if that is below four gigabytes.
        const size = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true);
        let plain: Awaitable<Body> | undefined;
        const body = () => (plain ??= plainOf(gzip, size));
        return fileOf(packedTag(pack, gz, gzip), size, body, { br: brotli, gzip });
      }),
    ),
  );
}

function plainOf(gzip: Body, size: number): Awaitable<Body> {
  if (size <= LARGE && gzip instanceof Uint8Array) return process.getBuiltinModule('node:zlib').gunzipSync(gzip);
  return {
    length: size,
    async open(start, end) {
      if (start !== 0 || end !== size) throw new Error('a compressed answer is sent whole');
      const packed =
        typeof gzip === 'object' && 'open' in gzip
          ? await gzip.open(0, gzip.length)
          : (new Blob([gzip as BlobPart]).stream() as ReadableStream<Uint8Array>);
      return packed.pipeThrough(new DecompressionStream('gzip') as TransformStream<Uint8Array, Uint8Array>);
    },
  };
}

/** Returns the text of an answer. */
export function textOf(file: Pick<BuiltFile, 'body'>): Awaitable<string> {
  return andThen(file.body(), (body) => {
    if (typeof body === 'string') return body;
    return body instanceof Uint8Array ? utf8.decode(body) : body.open(0, body.length).then(readAll);
  });
}

const utf8 = new TextDecoder();
const readAll = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

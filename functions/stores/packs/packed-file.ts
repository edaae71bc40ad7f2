// Opens an answer in a pack. If the pack has only compressed forms, the plain form is made when it is first needed, and
// kept.
import { type Awaitable, andThen } from '../../../src/basics/awaitable.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import type { Pack } from '../../../src/tree/pack.ts';
import type { ZipPlace } from '../../../src/tree/zip.ts';
import { LARGE, piecewise } from '../../answers/piecewise.ts';
import type { BuiltFile } from '../../ports/built-file.ts';
import type { Body, StreamBody } from '../../request/answer.ts';

/** Unzips bytes in gzip format. */
export type Gunzip = (bytes: Uint8Array) => Awaitable<Uint8Array>;

/**
 * Finds the answer under `name` in `pack`; undefined if the pack lacks it. A compressed answer has a `.br` and a `.gz`
 * form. With `mayBeGzip` the `.gz` form alone is enough. A pack with other people's files must not allow that, because
 * one of those files may have the ending `.gz`.
 */
export function packedFile(
  pack: Pack,
  name: string,
  mayBeGzip: boolean,
  gunzip: Gunzip,
): Awaitable<PackedFile | undefined> {
  return andThen(pack.find(name), (plain) => {
    if (plain) return andThen(formOf(pack, plain), (form) => plainFile(pack, form));
    return andThen(pack.find(`${name}.gz`), (gz) => {
      if (!gz) return undefined;
      return andThen(pack.find(`${name}.br`), (br) =>
        br || mayBeGzip ? compressedFile(pack, br, gz, gunzip) : undefined,
      );
    });
  });
}

export interface PackedFile extends BuiltFile {
  /** The approximate number of bytes that the file takes in memory. */
  weight: number;
}

/** A stored form of an answer: plain or compressed. */
interface Form {
  place: ZipPlace;
  body: Body;
}

function formOf(pack: Pack, place: ZipPlace): Awaitable<Form> {
  const { start, end } = place;
  // `piecewise` gets the start in the pack as well, so that its pieces end where parts of the pack end, and no part is
  // read twice.
  const read = (from: number, to: number) => pack.bytes(start + from, start + to);
  if (end - start > LARGE) return { place, body: piecewise(end - start, read, start) };
  return andThen(pack.bytes(start, end), (body) => ({ place, body }));
}

function plainFile(pack: Pack, { place, body }: Form): PackedFile {
  const size = place.end - place.start;
  return { tag: tagOf(pack, { place, body }), size, body: () => body, twin: () => undefined, weight: weightOf(body) };
}

function compressedFile(pack: Pack, br: ZipPlace | undefined, gz: ZipPlace, gunzip: Gunzip): Awaitable<PackedFile> {
  return andThen(br && formOf(pack, br), (brotli) =>
    andThen(formOf(pack, gz), (gzip) =>
      andThen(pack.bytes(gz.end - 4, gz.end), (trailer) => {
        // A gzip file ends with the length before compression (RFC 1952 2.3.1), if that is below four gigabytes.
        const size = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true);
        let plain: Awaitable<Body> | undefined;
        return {
          tag: tagOf(pack, gzip),
          size,
          body: () => (plain ??= plainOf(gzip.body, size, gunzip)),
          twin: (coding: 'br' | 'gzip') => (coding === 'br' ? brotli?.body : gzip.body),
          weight: (brotli ? weightOf(brotli.body) : 0) + weightOf(gzip.body) + (size > LARGE ? 0 : size),
        };
      }),
    ),
  );
}

function plainOf(gzip: Body, size: number, gunzip: Gunzip): Awaitable<Body> {
  if (size <= LARGE && gzip instanceof Uint8Array) return gunzip(gzip);
  return {
    length: size,
    async open(start, end) {
      if (start !== 0 || end !== size) throw new Error('a compressed answer is sent whole');
      const packed = typeof gzip === 'object' && 'open' in gzip ? await gzip.open(0, gzip.length) : streamed(gzip);
      return packed.pipeThrough(new DecompressionStream('gzip') as TransformStream<Uint8Array, Uint8Array>);
    },
  };
}

const streamed = (body: Exclude<Body, StreamBody>) =>
  new Blob([body as BlobPart]).stream() as ReadableStream<Uint8Array>;

/** Returns the text of an answer. */
export function textOf(file: Pick<BuiltFile, 'body'>): Awaitable<string> {
  return andThen(file.body(), (body) => {
    if (typeof body === 'string') return body;
    return body instanceof Uint8Array ? utf8.decode(body) : body.open(0, body.length).then(readAll);
  });
}

const utf8 = new TextDecoder();

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

/**
 * Returns the tag of an answer: the hash of its bytes, or for a large answer the hash of the pack's hash and the
 * answer's name.
 */
function tagOf(pack: Pack, { place, body }: Form): string {
  const hashed = body instanceof Uint8Array ? body : `${pack.sha256} ${place.name}`;
  return sha256Hex(hashed).slice(0, 32);
}

const weightOf = (body: Body) => (body instanceof Uint8Array ? body.length : 0) + 500;

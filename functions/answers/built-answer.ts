// Answers with a file of the tree: chooses the content coding, and handles ETag, If-None-Match and byte ranges.

import { paysToCompress } from '../../src/basics/limits.ts';
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { CACHE_CONTROL, CORS } from '../../src/table/headers.ts';
import { refuse } from '../../src/table/refusals.ts';
import { hasForms, type Row, variesBy } from '../../src/table/route.ts';
import type { RouteName } from '../../src/table/routes.ts';
import type { BuiltFile, Call, CompressPort } from '../ports/ports.ts';
import { type Answer, type Ask, answer, type Body } from '../request/answer.ts';
import { matchesTag, readRange } from '../request/conditional.ts';
import { type Coding, coding } from '../request/negotiate.ts';
import { refusalAnswer } from './refusal-answer.ts';

/** The content type and headers of an answer that differ from those of its row. */
export interface Extra {
  /** Overrides the row's content type. */
  type?: string | undefined;
  /** Headers besides those of the row. */
  headers?: readonly string[] | undefined;
  /** True if every answer with the file gets this same array of headers, so that the whole answer can be kept. */
  steady?: true;
}

/** Answers a request for `row` with `file`, in compressed form if the client accepts one that exists. */
export function builtAnswer(
  { ask, row }: Pick<Call<RouteName>, 'ask' | 'row'>,
  file: BuiltFile,
  extra: Extra = NOTHING,
): Awaitable<Answer> {
  const wanted = hasForms(row) ? coding(ask.header('accept-encoding')) : undefined;
  const isWhole = ask.header('if-none-match') === undefined && (!row.ranges || ask.header('range') === undefined);
  const known = isWhole ? knownAnswer(row, file, extra, wanted) : undefined;
  if (known) return known;
  return andThen(wanted && file.twin(wanted), (twin) => {
    const made = (sent: Coding | undefined, body: Body) =>
      isWhole
        ? keepAnswer(row, file, extra, wanted, { sent, body })
        : partAnswer(ask, row, file, extra, { sent, body });
    return twin ? made(wanted, twin) : andThen(file.body(), (body) => made(undefined, body));
  });
}

const NOTHING: Extra = {};

/** The body that is sent, and its content coding. */
interface Form {
  sent: Coding | undefined;
  body: Body;
}

/** Answers a conditional request, or a request for a range. */
function partAnswer(ask: Ask, row: Row, file: BuiltFile, extra: Extra, form: Form): Answer {
  const { sent, body } = form;
  const ifNoneMatch = ask.header('if-none-match');
  const etag = tagOf(file, sent);
  const headers = [...headersOf(row, etag), ...(extra.headers ?? [])];
  if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag))
    return { status: 304, headers: [...CORS, ...headers], body: undefined };
  const range = row.ranges && !sent ? rangeOf(ask, etag, file.size) : undefined;
  if (range === undefined) return wholeAnswer(row, file, extra, form);
  if (range === 'unsatisfiable')
    return refusalAnswer(
      refuse('BadRange', { size: file.size }, ['Content-Range', `bytes */${file.size}`]),
      row.dialect,
    );
  headers.push('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  return answer(206, extra.type ?? row.type, slice(body, range.start, range.end + 1), headers);
}

const tagOf = (file: BuiltFile, sent: Coding | undefined) => (sent ? `"${file.tag}-${sent}"` : `"${file.tag}"`);

function headersOf(row: Row, etag: string): string[] {
  const headers = ['ETag', etag, 'Cache-Control', CACHE_CONTROL[row.cache]];
  const vary = variesBy(row);
  if (vary.length > 0) headers.push('Vary', vary.join(', '));
  if (row.ranges) headers.push('Accept-Ranges', 'bytes');
  return headers;
}

function wholeAnswer(row: Row, file: BuiltFile, extra: Extra, { sent, body }: Form): Answer {
  const headers = [...headersOf(row, tagOf(file, sent)), ...(extra.headers ?? [])];
  if (sent) headers.push('Content-Encoding', sent);
  return answer(200, extra.type ?? row.type, body, headers);
}

interface Kept extends Pick<Extra, 'type' | 'headers'> {
  row: Row;
  wanted: Coding | undefined;
  answer: Answer;
}

/** The whole answers for each file. They never change, so each is made once; no code may modify one. */
const kept = new WeakMap<BuiltFile, Kept[]>();

// An empty list counts as no list: each empty list is a new object, so comparing would never find the kept answer.
const keptHeaders = ({ headers }: Extra) => (headers?.length ? headers : undefined);

function knownAnswer(row: Row, file: BuiltFile, extra: Extra, wanted: Coding | undefined): Answer | undefined {
  const answers = kept.get(file);
  if (!answers) return undefined;
  const headers = keptHeaders(extra);
  for (const one of answers)
    if (one.wanted === wanted && one.row === row && one.type === extra.type && one.headers === headers)
      return one.answer;
  return undefined;
}

/** Makes the whole answer, and keeps it unless each request has headers of its own. */
function keepAnswer(row: Row, file: BuiltFile, extra: Extra, wanted: Coding | undefined, form: Form): Answer {
  const made = wholeAnswer(row, file, extra, form);
  const headers = keptHeaders(extra);
  if (extra.steady || !headers)
    kept.set(file, [...(kept.get(file) ?? []), { row, type: extra.type, headers, wanted, answer: made }]);
  return made;
}

/** Returns the requested range, unless `If-Range` names another representation (RFC 9110 13.1.5). */
function rangeOf(ask: Ask, etag: string, size: number) {
  const header = ask.header('range');
  const ifRange = ask.header('if-range');
  if (header === undefined || ask.method === 'HEAD' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  return readRange(header, size);
}

function slice(body: Body, start: number, end: number): Body {
  if (typeof body === 'string') return new TextEncoder().encode(body).subarray(start, end);
  if (body instanceof Uint8Array) return body.subarray(start, end);
  return { length: end - start, open: (from, to) => body.open(start + from, start + to) };
}

/** Makes a file like those of a tree from a body or a text. It has the tag `tag` and no compressed form. */
export function madeFile(content: Body, tag: string): BuiltFile {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { tag, size: body.length, body: () => body, twin: () => undefined };
}

/**
 * Makes a file like those of a tree from `text`. The host compresses it once, when a caller first accepts a compressed
 * form.
 */
export function compressedText(text: string, compress: CompressPort): BuiltFile {
  return compressedBytes(new TextEncoder().encode(text), compress);
}

/** Does for `bytes` what `compressedText` does for a text. */
export function compressedBytes(bytes: Uint8Array, compress: CompressPort): BuiltFile {
  const forms = new Map<Coding, Awaitable<Body>>();
  return {
    tag: sha256Hex(bytes).slice(0, 32),
    size: bytes.length,
    body: () => bytes,
    twin(coding) {
      const pack = paysToCompress(bytes.length) ? compress[coding] : undefined;
      if (!pack) return undefined;
      const known = forms.get(coding);
      if (known) return known;
      const made = pack(bytes).then((form) => {
        forms.set(coding, form);
        return form;
      });
      forms.set(coding, made);
      made.catch(() => forms.delete(coding));
      return made;
    },
  };
}

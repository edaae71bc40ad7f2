// Reads and lists published objects, and takes new ones from callers that have the publisher token (decision 0023).

import { MAX_PAGE } from '../../src/basics/limits.ts';
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { holdsControl } from '../../src/basics/shown-text.ts';
import { formatPlace, parsePlace } from '../../src/dialects/objects/object-plane.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { OBJECT_KINDS, OBJECT_MEDIA_TYPES, type ObjectKind } from '../../src/nouns/media-types.ts';
import { pageLimit } from '../../src/nouns/quantities.ts';
import type { ObjectList, ObjectMetadata } from '../../src/shapes/objects.ts';
import { isRefusal, type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { StoreAway } from '../../src/tree/store.ts';
import { builtAnswer, type Extra } from '../answers/built-answer.ts';
import type { BuiltFile, Call, Handler, PublishedObject, SentFacts, Tree } from '../ports/ports.ts';
import { type Answer, type Ask, answer } from '../request/answer.ts';

const FRESH = ['Cache-Control', 'no-store'];

/**
 * Answers `/api/v1/objects`: GET lists objects, and POST publishes one. The token is checked before anything else of
 * the request is read.
 */
export const objectsAnswer: Handler<'objects'> = (call) => {
  if (!call.ports.publishing.holdsToken(call.ask.authorization()))
    return refuse('PublisherOnly', undefined, ['WWW-Authenticate', 'Bearer realm="hub"']);
  return call.ask.method === 'POST' ? publish(call) : list(call);
};

async function publish({ ask, ports }: Call<'objects'>): Promise<Answer | Refusal> {
  const facts = readSentFacts(ask);
  if (isRefusal(facts)) return facts;
  const { limit } = ports.publishing;
  const bytes = await ask.body(limit);
  if (!bytes) return refuse('TooLarge', { limit });
  const metadata = await ports.objects.publish(bytes, facts).catch(refuseAway);
  if (isRefusal(metadata)) return metadata;
  const headers = [...FRESH, 'Location', href(routes.object, { id: metadata.id })];
  return answer(201, routes.objects.type, JSON.stringify(written(metadata)), headers);
}

/**
 * Returns the refusal if `error` says that the store is away. That is no fault to report here, because the store itself
 * reports it. Throws any other error.
 */
function refuseAway(error: unknown): Refusal {
  if (error instanceof StoreAway) return refuse('TreeAway', { stores: true }, ['Retry-After', '5']);
  throw error;
}

async function list({ query, ports }: Call<'objects'>): Promise<Answer | Refusal> {
  const params = new URLSearchParams(query);
  const limit = pageLimit(params.getAll('limit'));
  if (limit === undefined)
    return refuseParameter('limit', `give one whole number from 1 to ${MAX_PAGE}, or leave it out`);
  const cursors = params.getAll('cursor').filter((cursor) => cursor !== '');
  const place = cursors.length === 1 ? parsePlace(cursors[0]!) : undefined;
  if (cursors.length > 0 && !place) return refuseParameter('cursor', 'take it from the page before, or leave it out');
  // One object more than a page holds is listed: if it exists, there is a further page.
  const found = await ports.objects.list(limit + 1, place);
  const page = found.slice(0, limit).map(written);
  const body: ObjectList =
    found.length > limit ? { objects: page, cursor: formatPlace(page.at(-1)!) } : { objects: page };
  return answer(200, routes.objects.type, JSON.stringify(body), FRESH);
}

/** Writes the members in the same order for every store. */
function written({ id, kind, media_type, size, created_at_millis, filename }: ObjectMetadata): ObjectMetadata {
  return { id, kind, media_type, size, created_at_millis, filename };
}

const NO_TYPE = 'application/octet-stream';
const NO_KIND = 'file';

const MOST_TYPE = 255;
const MOST_NAME_BYTES = 1024;

/** Matches a media type with or without parameters (RFC 9110 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;
const KIND = /^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,127}$/;

/** Reads the headers; an empty header counts as absent. */
export function readSentFacts(ask: Pick<Ask, 'header'>): SentFacts | Refusal {
  // The bytes are kept as they are, and their coding would be lost.
  if (ask.header('content-encoding'))
    return refuseParameter('content-encoding', 'send the bytes as they are, without it');
  const media_type = ask.header('content-type')?.trim() || NO_TYPE;
  if (media_type.length > MOST_TYPE || !MEDIA_TYPE.test(media_type))
    return refuseParameter('content-type', 'give one media type, or leave it out');
  const kind = ask.header('x-hub-kind')?.trim() || NO_KIND;
  if (!KIND.test(kind))
    return refuseParameter(
      'x-hub-kind',
      'give a word of at most 128 letters, digits and ". _ : / + -", or leave it out',
    );
  const filename = asUtf8(ask.header('x-hub-filename')?.trim() ?? '') || null;
  if (filename !== null && nameFault(filename))
    return refuseParameter(
      'x-hub-filename',
      `give a name of at most ${MOST_NAME_BYTES} bytes without control characters, or leave it out`,
    );
  return { media_type, kind, filename };
}

/**
 * Reads a header's value, in which each character is one byte, as UTF-8 that may be percent-encoded. Returns any other
 * value unchanged.
 */
function asUtf8(value: string): string {
  // `escape` percent-encodes the bytes that are not ASCII.
  const escaped = escape(value);
  for (const text of [escaped.replaceAll('%25', '%'), escaped])
    try {
      return decodeURIComponent(text);
    } catch {
      // A name may have a percent sign that encodes nothing, or other bytes than UTF-8.
    }
  return value;
}

/** True if a file name has control characters or lone surrogates, or is too long. */
function nameFault(name: string): boolean {
  return holdsControl(name) || !name.isWellFormed() || new TextEncoder().encode(name).length > MOST_NAME_BYTES;
}

export const object: Handler<'object'> = (call) => {
  const { params, tree, ports } = call;
  const address = parseAddress(params.id);
  if (!address) return refuse('BadAddress', undefined);
  const kept = ports.objects.kept(address);
  if (kept) return published(call, kept);
  return andThen(indexed(tree, address, OBJECT_KINDS), (object) => {
    if (object) return builtAnswer(call, object.file, { type: OBJECT_MEDIA_TYPES[object.kind] });
    return ports.objects
      .read(address)
      .then((found) => (found ? published(call, found) : refuse('ObjectNotFound', { address })));
  });
};

/** Finds an object of the index. Returns its file, and the first of `kinds` under which the tree has the object. */
function indexed(
  tree: Tree,
  address: Address,
  [kind, ...others]: readonly ObjectKind[],
): Awaitable<{ kind: ObjectKind; file: BuiltFile } | undefined> {
  if (kind === undefined) return undefined;
  return andThen(tree.read(objectPath(kind, address)), (file) =>
    file ? { kind, file } : indexed(tree, address, others),
  );
}

const extras = new WeakMap<PublishedObject, Extra>();

function published(call: Call<'object'>, found: PublishedObject): Awaitable<Answer | Refusal> {
  let extra = extras.get(found);
  if (!extra) {
    extra = { type: found.metadata.media_type, headers: headersOf(found.metadata.filename), steady: true };
    extras.set(found, extra);
  }
  return builtAnswer(call, found.file, extra);
}

/**
 * The headers that keep a published page from running with the hub's rights in a browser: the page gets no origin, and
 * may run no script.
 */
const HARMLESS = ['X-Content-Type-Options', 'nosniff', 'Content-Security-Policy', "sandbox; default-src 'none'"];

function headersOf(filename: string | null): readonly string[] {
  if (filename === null) return HARMLESS;
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return [...HARMLESS, 'Content-Disposition', `inline; filename*=UTF-8''${encoded}`];
}

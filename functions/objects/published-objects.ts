// Lists published objects and takes new ones, for callers that have the publisher token (decision 0023).
import { MAX_PAGE } from '../../src/basics/limits.ts';
import { holdsControl } from '../../src/basics/shown-text.ts';
import { formatPlace, parsePlace } from '../../src/dialects/objects/list-place.ts';
import { pageLimit } from '../../src/nouns/whole-number.ts';
import type { ObjectList, ObjectMetadata } from '../../src/shapes/object-plane.ts';
import { isRefusal, type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { StoreAway } from '../../src/tree/store.ts';
import type { Call, Handler, SentFacts } from '../ports/ports.ts';
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

/** Reads a header's value, in which each character is one byte. Decodes it as UTF-8 if the bytes are valid. */
function asUtf8(value: string): string {
  const bytes = Uint8Array.from(value, (char) => char.charCodeAt(0));
  if (bytes.every((byte) => byte < 0x80) || [...value].some((char) => char > '\xff')) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

/** True if a file name has control characters or lone surrogates, or is too long. */
function nameFault(name: string): boolean {
  return holdsControl(name) || !name.isWellFormed() || new TextEncoder().encode(name).length > MOST_NAME_BYTES;
}

// Lists published objects and takes new ones, for callers that have the publisher token (decision 0023).
import { MAX_PAGE } from '../../src/basics/limits.ts';
import { formatPlace, parsePlace } from '../../src/dialects/objects/list-place.ts';
import { pageLimit } from '../../src/nouns/whole-number.ts';
import type { ObjectList, ObjectMetadata } from '../../src/shapes/object-plane.ts';
import { isRefusal, type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { StoreAway } from '../../src/tree/store.ts';
import type { Call, Handler } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';
import { readSentFacts } from './sent-facts.ts';

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

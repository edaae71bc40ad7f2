// Generates requests of every kind from a seed: HTTP, registry, MCP, objects and accounts. Few of them are valid.
import fc from 'fast-check';
import { tokenFor } from '../fixtures/identity.ts';
import { models } from '../fixtures/rows.ts';
import { hostileAsk } from '../property/hostile-asks.ts';
import { hostileMessage } from '../property/hostile-messages.ts';
import type { WireAsk } from './wire.ts';

export const PUBLISHER_TOKEN = 'publisher-token';

/** The number of different accounts that sign in. */
const PEOPLE = 2000;
/** The milliseconds after which an account gets a new token. A token is valid for ten minutes. */
const TOKEN_MS = 300_000;

const json = { 'content-type': 'application/json' };

const message: fc.Arbitrary<WireAsk> = hostileMessage.map(({ value, headers }) => ({
  ...{ method: 'POST', target: '/mcp', headers: { ...json, ...headers } },
  body: JSON.stringify(value) ?? '',
}));

const modelId = fc.constantFrom(
  ...Object.values(models).map(({ id }) => id),
  'nobody/has-this',
  'a/../b',
  '__proto__/x',
  '',
);
const accountBody = fc.oneof(
  modelId.map((model) => JSON.stringify({ model })),
  fc.constantFrom(
    '{"wallet":null}',
    '{"wallet":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}',
    '{"note":"hello"}',
    '{}',
    '',
  ),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
);
const accountLine = fc.oneof(
  fc.constantFrom(
    'GET me',
    'PATCH me',
    'POST saved',
    'POST request',
    'POST publisher-request',
    'GET health',
    'GET none',
  ),
  modelId.map((id) => `DELETE saved/${encodeURIComponent(id)}`),
);
/** The caller of a request: signed in, with a malformed token, or without a token. */
const person = fc.oneof(
  { weight: 8, arbitrary: fc.nat(PEOPLE - 1).map((one) => `did:example:${one}`) },
  { weight: 1, arbitrary: fc.constantFrom('', 'nobody') },
);
const account: fc.Arbitrary<WireAsk> = fc.tuple(accountLine, accountBody, person).map(([line, body, did]) => {
  const [method = '', path = ''] = line.split(' ');
  return { method, target: `/api/account/${path}`, headers: { ...json, ...authorization(did) }, body };
});

const tokens = new Map<string, { token: string; made: number }>();

function authorization(did: string): Record<string, string> {
  if (!did.startsWith('did:')) return did === '' ? {} : { authorization: `Bearer ${did}` };
  let known = tokens.get(did);
  if (!known || Date.now() - known.made > TOKEN_MS) {
    known = { token: tokenFor(did), made: Date.now() };
    tokens.set(did, known);
  }
  return { authorization: `Bearer ${known.token}` };
}

/** A request that publishes one of about 300 objects. They are few, so that the hub usually has the object already. */
const published: fc.Arbitrary<WireAsk> = fc
  .tuple(fc.nat(300), fc.constantFrom('file', 'a b', 'model-hub.source'), fc.boolean())
  .map(([number, kind, isAllowed]) => ({
    ...{ method: 'POST', target: '/api/v1/objects', body: `object ${number} `.repeat(number) },
    headers: { 'x-hub-kind': kind, ...(isAllowed ? { authorization: `Bearer ${PUBLISHER_TOKEN}` } : {}) },
  }));
const listed: fc.Arbitrary<WireAsk> = fc
  .tuple(fc.constantFrom('', '?limit=3', '?limit=0', '?cursor=x', '?limit=500'), fc.boolean())
  .map(([query, isAllowed]) => ({
    ...{ method: 'GET', target: `/api/v1/objects${query}`, body: '' },
    headers: isAllowed ? { authorization: `Bearer ${PUBLISHER_TOKEN}` } : {},
  }));

/** Generates requests of all kinds. `addresses` are those of existing objects. */
function anyAsk(addresses: string[]): fc.Arbitrary<WireAsk> {
  return fc.oneof(
    { weight: 150, arbitrary: hostileAsk(addresses) },
    { weight: 30, arbitrary: message },
    { weight: 15, arbitrary: account },
    { weight: 1, arbitrary: published },
    { weight: 1, arbitrary: listed },
  );
}

/** The number of requests that are generated together. */
const BATCH = 1000;

/** Generates `count` requests. The same seed gives the same requests, apart from the tokens in them. */
export function* generatedAsks(seed: number, count: number, addresses: string[]): Generator<WireAsk> {
  const arbitrary = anyAsk(addresses);
  for (let made = 0; made < count; made += BATCH) {
    const numRuns = Math.min(BATCH, count - made);
    yield* fc.sample(arbitrary, { seed: seed + made / BATCH, numRuns });
  }
}

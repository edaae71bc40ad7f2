// Reads an identity provider's endpoints and keys (OpenID Connect Discovery 1.0, RFC 7517) at their first use, and
// keeps them.
import type { JWK, JWTVerifyGetKey } from 'jose';
import type { AuthorizationServer } from 'oauth4webapi';
import { bytesUpTo } from '../../src/basics/joined-bytes.ts';
import { LazyValue } from '../../src/basics/lazy-value.ts';
import { RenewedValue } from '../../src/basics/renewed-value.ts';
import { ProviderAway } from '../ports/sign-in.ts';
import { Breaker } from '../stores/waits/breaker.ts';

/** The maximum size in bytes of an answer of the provider, and the maximum number of keys in its key set. */
const MOST_BYTES = 2 ** 20;
const MOST_KEYS = 100;
/**
 * The times in milliseconds for the provider's description and keys. The hub reads both again after ten minutes. While
 * the provider can't be reached, it uses the old ones for up to a day.
 */
const KEPT = { fresh: 600_000, longest: 86_400_000, rest: 10_000, again: 1000 };

/** The endpoints that the sign-in flow takes from the provider's description, in addition to the issuer. */
type Endpoint = 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri';
type ProviderFacts = AuthorizationServer & Record<Endpoint, string>;

export interface Provider {
  facts(): Promise<ProviderFacts>;
  /** Finds the published key that a token names. */
  keyOf: JWTVerifyGetKey;
  /** Returns the options with which `oauth4webapi` sends a request to the provider. */
  asked(): Promise<object>;
}

/**
 * Opens the provider with this issuer identifier, without a request; later requests go through `get`. Every promise of
 * the result may reject with a ProviderAway.
 */
export function openProvider(issuer: string, get: typeof fetch): Provider {
  const boundedFetch = bounded(get);
  const loaded = new LazyValue(async () => ({ ...(await import('jose')), oauth: await import('oauth4webapi') }));
  const breaker = new Breaker({
    away: () => new ProviderAway(`${issuer} does not answer in time`),
    trial: (signal) => get(issuer, { method: 'HEAD', redirect: 'manual', signal }),
  });
  const ask = (url: string, init: object) => breaker.within((signal) => boundedFetch(url, { ...init, signal }));
  const asked = async () => {
    const { oauth } = await loaded.get();
    // Plain HTTP is allowed only to this machine: the configuration refuses it for other hosts.
    return { [oauth.allowInsecureRequests]: issuer.startsWith('http:'), [oauth.customFetch]: ask };
  };
  const facts = new RenewedValue(async () => {
    const { oauth } = await loaded.get();
    return away(`${issuer} does not describe itself`, async () => {
      const url = new URL(issuer);
      return checked(
        issuer,
        await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, await asked())),
      );
    });
  }, KEPT);
  const keys = new RenewedValue(async () => {
    const { createLocalJWKSet } = await loaded.get();
    const { jwks_uri } = await facts.get();
    return away(`the keys of ${issuer} can't be read`, async () => {
      const answer = await ask(jwks_uri, { redirect: 'error', headers: { Accept: 'application/json' } });
      if (!answer.ok) throw new Error(`${jwks_uri} answered ${answer.status}`);
      return createLocalJWKSet({ keys: usableKeys(await answer.json()) });
    });
  }, KEPT);
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    const known = await keys.get();
    try {
      return await known(header, token);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      // The provider may have added the key after the hub last read its keys.
      return (await keys.newer())(header, token);
    }
  };
  return { facts: () => facts.get(), keyOf, asked };
}

/**
 * Returns a `fetch` that reads a whole answer. It throws if the answer has more than `MOST_BYTES` bytes after
 * decompression, and never holds more in memory.
 */
const bounded = (get: typeof fetch) => async (url: string, init: object) => {
  const { body, status, headers } = await get(url, init);
  const bytes = await bytesUpTo(MOST_BYTES, body);
  if (!bytes) throw new Error(`${url} answers with more than ${MOST_BYTES} bytes`);
  return new Response(bytes.length > 0 ? (bytes as BodyInit) : null, { status, headers: [...headers] });
};

/**
 * Returns the P-256 keys of a set, each once. Other keys are skipped, so that one unusable key does not stop every
 * sign-in.
 */
function usableKeys(set: unknown): JWK[] {
  const { keys } = (set ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length > MOST_KEYS) throw new Error(`it is not a list of at most ${MOST_KEYS} keys`);
  const usable = (keys as (JWK | null)[]).flatMap((key) => (key?.kty === 'EC' && key.crv === 'P-256' ? [key] : []));
  return [...new Map(usable.map((key) => [JSON.stringify([key.kid, key.x, key.y]), key])).values()];
}

/**
 * Throws when the description names another issuer, lacks an endpoint that the flow needs, or names an unsafe address.
 */
function checked(issuer: string, facts: AuthorizationServer): ProviderFacts {
  if (facts.issuer !== issuer)
    throw new Error(`it calls itself ${JSON.stringify(facts.issuer)}: write the same in HUB_IDENTITY_ISSUER`);
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] satisfies Endpoint[]) {
    const url = URL.parse(facts[name] ?? '');
    if (!url) throw new Error(`its description has no ${name}`);
    if (url.protocol !== 'https:' && url.protocol !== new URL(issuer).protocol)
      throw new Error(`its ${name} is no https address`);
    if (url.username || url.password || url.hash) throw new Error(`its ${name} has a login or a fragment`);
  }
  for (const name of ['id_token_signing_alg_values_supported', 'response_modes_supported'] as const)
    if (facts[name] !== undefined && !Array.isArray(facts[name])) throw new Error(`its ${name} is no list`);
  const algorithms = facts.id_token_signing_alg_values_supported;
  if (algorithms && !algorithms.includes('ES256')) throw new Error('it does not sign with ES256');
  return facts as ProviderFacts;
}

/** Does `work`. Turns a failure into a ProviderAway whose message begins with `what`. */
async function away<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw ProviderAway.of(what, error);
  }
}

// What an identity provider says of itself: its endpoints and its keys (OpenID Connect Discovery 1.0, RFC 7517), read when they are first needed and kept.
import type { JWTVerifyGetKey } from 'jose';
import type { AuthorizationServer } from 'oauth4webapi';
import { LazyValue } from '../../src/basics/lazy-value.ts';
import { RenewedValue } from '../../src/basics/renewed-value.ts';
import { ProviderAway } from '../ports/accounts/sign-in.ts';

/** Milliseconds that a request to the provider may take. */
const PATIENCE = 5000;
/** A key that the provider gave up is taken for ten minutes more; while it can't be asked, for a day. */
const KEPT = { fresh: 600_000, longest: 86_400_000, rest: 10_000 };

/** What the flow needs of the description, beside the issuer. */
type Endpoint = 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri';
type ProviderFacts = AuthorizationServer & Record<Endpoint, string>;

export interface Provider {
  facts(): Promise<ProviderFacts>;
  /** The key that a token names, of those the provider publishes. */
  keyOf: JWTVerifyGetKey;
  /** Options of a request to it. */
  asked(): Promise<{ signal: AbortSignal }>;
}

/** The provider with this issuer identifier. Nothing is asked of it yet; every promise may reject with a ProviderAway. */
export function openProvider(issuer: string): Provider {
  const loaded = new LazyValue(async () => ({ ...(await import('jose')), oauth: await import('oauth4webapi') }));
  const asked = async () => {
    const { oauth } = await loaded.get();
    // Without TLS on this machine only: the configuration lets nothing else in.
    return { signal: AbortSignal.timeout(PATIENCE), [oauth.allowInsecureRequests]: issuer.startsWith('http:') };
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
      const answer = await fetch(jwks_uri, {
        ...(await asked()),
        redirect: 'error',
        headers: { Accept: 'application/json' },
      });
      if (!answer.ok) throw new Error(`${jwks_uri} answered ${answer.status}`);
      return createLocalJWKSet((await answer.json()) as Parameters<typeof createLocalJWKSet>[0]);
    });
  }, KEPT);
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    const known = await keys.get();
    try {
      return await known(header, token);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      // It may have come since.
      return (await keys.newer())(header, token);
    }
  };
  return { facts: () => facts.get(), keyOf, asked };
}

/** Throws where the description lacks an endpoint, or would lead a browser or this hub to another kind of address. */
function checked(issuer: string, facts: AuthorizationServer): ProviderFacts {
  if (facts.issuer !== issuer)
    throw new Error(`it writes its name as ${JSON.stringify(facts.issuer)}: so must HUB_IDENTITY_ISSUER`);
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] satisfies Endpoint[]) {
    const url = URL.parse(facts[name] ?? '');
    if (!url) throw new Error(`its description has no ${name}`);
    if (url.protocol !== 'https:' && url.protocol !== new URL(issuer).protocol)
      throw new Error(`its ${name} is no https address`);
  }
  const algorithms = facts.id_token_signing_alg_values_supported;
  if (algorithms && !algorithms.includes('ES256'))
    throw new Error(`it signs with ${algorithms.join(', ')}, and not with ES256`);
  return facts as ProviderFacts;
}

/** Does `work`, and says in one sentence what of the provider failed. */
async function away<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    throw new ProviderAway(`${what}: ${reason}`, { cause: error });
  }
}

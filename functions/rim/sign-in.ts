// Opens sign-in: the check of identity tokens, whose key is tested at once, and the identity provider.
import { shownText } from '../../src/basics/shown-text.ts';
import { type Config, ConfigError } from '../../src/service/config.ts';
import { createIdentityCheck } from '../account/identity.ts';
import { createOpenIdSignIn } from '../account/open-id.ts';
import { openProvider } from '../account/provider.ts';
import { createClient } from '../client/http-client.ts';
import type { AccountsPort } from '../ports/ports.ts';
import { ProviderAway } from '../ports/sign-in.ts';

type SignInPorts = Pick<AccountsPort, 'identity' | 'signIn'>;

/** The maximum number of characters of a provider's error that a notice quotes. */
const MOST_SHOWN = 500;

/**
 * Opens the check of identity tokens, and the identity provider if HUB_IDENTITY_CLIENT registers this hub with a
 * provider. Opens neither if there is no key and no client. Rejects with a ConfigError if the key's point
 * is not on its curve. `onNotice` gets the provider's failures. A private address in the provider's description is
 * refused, unless the configuration allows such addresses.
 */
export async function openSignIn(
  { identity, upstreamPrivate }: Pick<Config, 'identity' | 'upstreamPrivate'>,
  onNotice: (sentence: string) => void,
): Promise<SignInPorts> {
  const { key, issuer, audience, client } = identity;
  if (key === undefined && client === undefined) return { identity: undefined, signIn: undefined };
  if (key) await checkCurve(key);
  // The token of a browser is issued to the client, and the tokens of other programs may be issued for the audience.
  const audiences = [audience, client].filter((one) => one !== undefined);
  const ask = createClient({ named: upstreamPrivate ? undefined : [issuer!] });
  const provider = client === undefined ? undefined : openProvider(issuer!, ask);
  const check = createIdentityCheck({
    ...{ key: key ?? provider!.keyOf, issuer, audience: audiences.length > 0 ? audiences : undefined },
    now: Date.now,
  });
  if (client === undefined || !provider) return { identity: check, signIn: undefined };
  const report = teller(onNotice);
  const signIn = createOpenIdSignIn({ issuer: issuer!, client, provider, identity: check });
  return {
    identity: (authorization) => report(check(authorization)),
    signIn: {
      provider: signIn.provider,
      offer: (redirect) => report(signIn.offer(redirect)),
      exchange: (answer, redirect) => report(signIn.exchange(answer, redirect)),
    },
  };
}

async function checkCurve(key: NonNullable<Config['identity']['key']>): Promise<void> {
  const curve = { name: 'ECDSA', namedCurve: key.crv };
  await crypto.subtle.importKey('jwk', { ...key }, curve, false, ['verify']).catch(() => {
    throw new ConfigError('HUB_IDENTITY_KEY', 'is not an ES256 key: its point is not on the curve P-256');
  });
}

/** Makes a function that reports a failure of the provider once, until the failure changes. */
function teller(onNotice: (sentence: string) => void) {
  let last: string | undefined;
  return async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      last = undefined;
      return done;
    } catch (error) {
      if (error instanceof ProviderAway && error.message !== last) {
        last = error.message;
        // The notice quotes text of the provider, so the text is shortened and escaped.
        onNotice(
          shownText(`Nobody can sign in just now: ${error.message.slice(0, MOST_SHOWN)}.`.replaceAll('\n', ' ')),
        );
      }
      throw error;
    }
  };
}

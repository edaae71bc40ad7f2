// Opens sign-in: the check of identity tokens, whose key is tested at once, and the identity provider.
import { shownText } from '../../src/basics/shown-text.ts';
import { type Config, ConfigError } from '../../src/service/config.ts';
import { createClient } from '../client/http-client.ts';
import type { AccountsPort } from '../ports/ports.ts';
import { ProviderAway } from '../ports/sign-in.ts';
import { createIdentityCheck } from './identity.ts';
import { openProvider } from './provider.ts';

/** The maximum number of characters of a provider's error that a notice quotes. */
const MOST_SHOWN = 500;

/**
 * Opens the check of identity tokens, and the identity provider if HUB_IDENTITY_CLIENT registers this hub with a
 * provider. Opens neither if there is no key and no client. Rejects with a ConfigError if the key's point
 * is not on its curve. `onNotice` gets the provider's failures. A private address in the provider's description is
 * refused, unless the configuration allows such addresses.
 */
export async function openSignIn(
  { identity: { key, issuer, audience, client }, upstreamPrivate }: Pick<Config, 'identity' | 'upstreamPrivate'>,
  onNotice: (sentence: string) => void,
): Promise<Pick<AccountsPort, 'identity' | 'signIn'>> {
  if (key === undefined && client === undefined) return { identity: undefined };
  if (key) await checkCurve(key);
  // The token of a browser is issued to the client, and the tokens of other programs may be issued for the audience.
  const audiences = [audience, client].filter((one) => one !== undefined);
  const ask = createClient({ named: upstreamPrivate ? undefined : [issuer!] });
  const provider = client === undefined ? undefined : openProvider(issuer!, client, ask);
  const audienceOf = audiences.length > 0 ? audiences : undefined;
  const check = createIdentityCheck({ key: key ?? provider!.keyOf, issuer, audience: audienceOf });
  if (!provider) return { identity: check };
  const report = failureNotices(onNotice);
  return {
    identity: (authorization) => report(check(authorization)),
    signIn: {
      provider: new URL(issuer!).host,
      offer: (redirect) => report(provider.offer(redirect)),
      exchange: (answer, redirect) =>
        report(
          provider.exchange(answer, redirect).then(async (result) => {
            if ('fault' in result) return result;
            const caller = await check(`Bearer ${result.token}`);
            return 'fault' in caller ? { fault: `the identity token of the provider ${caller.fault}` } : result;
          }),
        ),
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
function failureNotices(onNotice: (sentence: string) => void) {
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

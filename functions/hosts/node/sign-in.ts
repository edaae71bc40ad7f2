// Sign-in of a Node host: the check of identity tokens that the configuration asks for, proved usable before it is needed.
import { type Config, ConfigError } from '../../../src/service/config.ts';
import { createIdentityCheck } from '../../account/identity.ts';
import type { IdentityCheck } from '../../ports/accounts/identity-check.ts';

/**
 * The check; undefined without a key, and where the tree is another hub's: the scripts of its pages run under our
 * address, and would see who is signed in there. Rejects with a ConfigError when the key's point is not on its curve.
 */
export async function openSignIn(
  { identity, tree }: Pick<Config, 'identity' | 'tree'>,
  onNotice: (sentence: string) => void,
): Promise<IdentityCheck | undefined> {
  const { key, issuer, audience } = identity;
  if (key === undefined) return undefined;
  if ('hub' in tree) {
    onNotice(`Nobody can sign in: the pages of ${tree.hub}, whose tree this is, run under the address of this hub.`);
    return undefined;
  }
  const curve = { name: 'ECDSA', namedCurve: key.crv };
  await crypto.subtle.importKey('jwk', { ...key }, curve, false, ['verify']).catch(() => {
    throw new ConfigError('HUB_IDENTITY_KEY', 'is not an ES256 key: its point is not on the curve P-256');
  });
  return createIdentityCheck({ key, issuer, audience, now: Date.now });
}

// Signing in with the operator's identity provider: where a browser goes, and what becomes of what it comes back with.
import type { SignInAnswer, SignInOffer } from '../../src/shapes/account.ts';

/** The identity provider can't be asked just now, or does not say what it must. The message is for the operator. */
export class ProviderAway extends Error {}

export interface SignIn {
  /** The provider as people know it: the host of its address. */
  provider: string;
  /** Gives the address that a browser signs in at before it comes back to `redirect`. Rejects with a ProviderAway. */
  offer(redirect: string): Promise<SignInOffer>;
  /** Gives the identity token, or the fault as the end of a sentence. Rejects with a ProviderAway. */
  exchange(answer: SignInAnswer, redirect: string): Promise<{ token: string } | { fault: string }>;
}

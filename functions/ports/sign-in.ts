// Declares how a host finds out who a caller is: by identity tokens, and by sign-in with the operator's identity
// provider.
import type { SignInAnswer, SignInOffer } from '../../src/shapes/account.ts';

/** A token's fault, as the end of a sentence. It quotes nothing of the token. */
export type TokenFault = 'has expired' | 'is not valid yet' | 'is for somebody else' | 'is not one of this service';

/**
 * Finds the caller by an `Authorization` header, or says why nobody is signed in. The fault is 'missing' if there is no
 * header. May reject with a ProviderAway.
 */
export type IdentityCheck = (
  authorization: string | undefined,
) => Promise<{ did: string } | { fault: TokenFault | 'missing' }>;

/**
 * Thrown if the identity provider does not answer, or if its answer lacks a required part. The message is for the
 * operator.
 */
export class ProviderAway extends Error {
  /** Makes an error whose message joins `what`, the message of `error` and the message of its cause. */
  static of(what: string, error: unknown): ProviderAway {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return new ProviderAway(`${what}: ${reason}`, { cause: error });
  }
}

export interface SignIn {
  /** The name of the provider as people see it: the host of its address. */
  provider: string;
  /**
   * Returns the address where a browser signs in; the browser then returns to `redirect`. Rejects with a ProviderAway.
   */
  offer(redirect: string): Promise<SignInOffer>;
  /**
   * Exchanges the parameters with which the browser came back for an identity token. If there is no token, returns the
   * reason as the end of a sentence. Rejects with a ProviderAway.
   */
  exchange(answer: SignInAnswer, redirect: string): Promise<{ token: string } | { fault: string }>;
}

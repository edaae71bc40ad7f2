// Declares sign-in with the operator's identity provider: where the browser goes, and what happens when it comes back.
import type { SignInAnswer, SignInOffer } from '../../src/shapes/account.ts';

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

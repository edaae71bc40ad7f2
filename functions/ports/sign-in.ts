// Declares sign-in with the operator's identity provider: where the browser goes, and what happens when it comes back.
import type { SignInAnswer, SignInOffer } from '../../src/shapes/account.ts';

/** The identity provider does not answer, or its answer lacks a required part. The message is for the operator. */
export class ProviderAway extends Error {
  /** Makes an error whose message is `what`, the message of `error` and that of its cause. */
  static of(what: string, error: unknown): ProviderAway {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return new ProviderAway(`${what}: ${reason}`, { cause: error });
  }
}

export interface SignIn {
  /** The name of the provider for people: the host of its address. */
  provider: string;
  /**
   * Gives the address where a browser signs in; the browser then returns to `redirect`. Rejects with a ProviderAway.
   */
  offer(redirect: string): Promise<SignInOffer>;
  /**
   * Exchanges the parameters that the browser brought back, and gives an identity token. If there is none, gives the
   * fault as the end of a sentence. Rejects with a ProviderAway.
   */
  exchange(answer: SignInAnswer, redirect: string): Promise<{ token: string } | { fault: string }>;
}

// Declares signing in with the operator's identity provider: where a browser goes, and how its return is handled.
import type { SignInAnswer, SignInOffer } from '../../src/shapes/account.ts';

/** The identity provider is away, or its answer lacks a required part. The message is for the operator. */
export class ProviderAway extends Error {
  /** Explains a failure by `error` and its cause. */
  static of(what: string, error: unknown): ProviderAway {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return new ProviderAway(`${what}: ${reason}`, { cause: error });
  }
}

export interface SignIn {
  /** The provider's name for people: the host of its address. */
  provider: string;
  /** Gives the address where a browser signs in, to return to `redirect`. Rejects with a ProviderAway. */
  offer(redirect: string): Promise<SignInOffer>;
  /** Gives the identity token, or the fault as the end of a sentence. Rejects with a ProviderAway. */
  exchange(answer: SignInAnswer, redirect: string): Promise<{ token: string } | { fault: string }>;
}

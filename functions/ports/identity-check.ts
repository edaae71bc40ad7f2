// Declares how a host checks identity tokens, and the faults that a token can have.

/** A token's fault, as the end of a sentence. It quotes nothing of the token. */
export type TokenFault = 'has expired' | 'is not valid yet' | 'is for somebody else' | 'is not one of this service';

/**
 * The caller, or the reason why nobody is signed in. The reason is 'missing' if the request has no `Authorization`
 * header.
 */
export type Caller = { did: string } | { fault: TokenFault | 'missing' };

/** Finds the caller by an `Authorization` header. */
export type IdentityCheck = (authorization: string | undefined) => Promise<Caller>;

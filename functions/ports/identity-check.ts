// Declares the check of an identity token that a host provides, and the faults that a token can have.

/** Names the fault of a token, as the end of a sentence. It repeats nothing of the token. */
export type TokenFault = 'has expired' | 'is not valid yet' | 'is for somebody else' | 'is not one of this service';

/** The caller, or why nobody is taken to be signed in; 'missing': nothing was sent. */
export type Caller = { did: string } | { fault: TokenFault | 'missing' };

/** Reads an `Authorization` header. */
export type IdentityCheck = (authorization: string | undefined) => Promise<Caller>;

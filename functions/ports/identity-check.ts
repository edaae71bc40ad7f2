// Declares the check of an identity token that a host provides, and the faults that a token can have.

/** Names the fault of a token, as the end of a sentence. It quotes nothing from the token. */
export type TokenFault = 'has expired' | 'is not valid yet' | 'is for somebody else' | 'is not one of this service';

/** The caller, or the reason why nobody is signed in; 'missing' if there was no header. */
export type Caller = { did: string } | { fault: TokenFault | 'missing' };

/** Reads an `Authorization` header. */
export type IdentityCheck = (authorization: string | undefined) => Promise<Caller>;

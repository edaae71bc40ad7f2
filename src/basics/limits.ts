// Numbers of the interface that both answers and documents state (decision 0025).

/** Bytes of a URL, and of all header lines of a request. */
export const MAX_URL = 8192;
export const MAX_HEADERS = 16 * 1024;

/** Rows of a search page: at most, and unless the caller says. */
export const MAX_PAGE = 500;
export const DEFAULT_PAGE = 100;

/** Rows that a question may leave out: there are not more of them. */
export const MOST_SKIPPED = 10_000_000;

/** Entries that a page of a list of the registry may be asked for: more than any list holds. */
export const MOST_LISTED = 999_999_999;

/** Tags of one question: each is a list to go through, and on the page a link that says all the others. */
export const MAX_TAGS = 50;

/** Words of one question: each is a list to go through. */
export const MAX_WORDS = 20;

/** Models that are compared at a time: more columns than these nobody reads. */
export const MOST_COMPARED = 4;

/** A model's page shows all files up to this number, */
export const ALL_SHOWN = 5000;
/** and this many of more: no reader goes through all of them, and a page in another order is made on request. */
export const MOST_SHOWN = 1000;

/** Bytes of a proof that is read: the SHA256SUMS in that of 40,000 files has some five million, of 250,000 thirty. */
export const MAX_PROOF = 64 * 1024 * 1024;

/** Bytes of one published object: what the server takes, and what its own edge lets through. */
export const MAX_OBJECT = 32 * 1024 * 1024;
export const MAX_OBJECT_AT_EDGE = 8 * 1024 * 1024;

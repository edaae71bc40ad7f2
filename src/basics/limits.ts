// Numbers that both the answers and the documents state (decision 0025).

/** The most bytes of a URL, and of all header lines of a request. */
export const MAX_URL = 8192;
export const MAX_HEADERS = 16 * 1024;

/** The rows of a search page: the most, and the number by default. */
export const MAX_PAGE = 500;
export const DEFAULT_PAGE = 100;

/** The most rows that a question may skip; no index has more rows. */
export const MOST_SKIPPED = 10_000_000;

/** The most entries in a page of a registry's list; no list has more entries. */
export const MOST_LISTED = 999_999_999;

/** The most tags in a question: each takes a walk through a list, and each adds to every link on the page. */
export const MAX_TAGS = 50;

/** The most words in a question: each takes a walk through a list. */
export const MAX_WORDS = 20;

/** The most models in one comparison: nobody reads more columns. */
export const MOST_COMPARED = 4;

/** The page of a model with up to this number of files shows all of them. */
export const ALL_SHOWN = 5000;
/**
 * The page of a larger model shows this number of files: no reader goes through all of them, and the order that a
 * visitor chooses is made on request.
 */
export const MOST_SHOWN = 1000;

/**
 * The most bytes of a proof. The SHA256SUMS in it has some five million bytes for 40,000 files, and thirty million for
 * 250,000.
 */
export const MAX_PROOF = 64 * 1024 * 1024;

/** The most bytes of one published object: behind another service's edge, and if the hub itself is the edge. */
export const MAX_OBJECT = 32 * 1024 * 1024;
export const MAX_OBJECT_AT_EDGE = 8 * 1024 * 1024;

/** The most published records of one model that a day shows. */
export const MOST_RECORDS = 10;

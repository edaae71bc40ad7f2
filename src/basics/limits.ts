// Limits that both the code and the documents state (decision 0025).

/** The maximum size in bytes of a URL, and of all header lines of a request. */
export const MAX_URL = 8192;
export const MAX_HEADERS = 16 * 1024;

/** The maximum number of rows on a search page, and the number by default. */
export const MAX_PAGE = 500;
export const DEFAULT_PAGE = 100;

/** The maximum number of rows that a search may skip; no index has more rows. */
export const MOST_SKIPPED = 10_000_000;

/** The maximum number of entries in a page of a registry's list; no list has more entries. */
export const MOST_LISTED = 999_999_999;

/**
 * The maximum number of tags in a search. Each tag costs a walk through a list of models, and lengthens every link on
 * the page.
 */
export const MAX_TAGS = 50;

/** The maximum number of words in a search. Each word costs a walk through a list of models. */
export const MAX_WORDS = 20;

/** The page of a model with at most this number of files shows all of them. */
export const ALL_SHOWN = 5000;
/**
 * The number of files on the page of a model with more than `ALL_SHOWN` files. Nobody reads all of them, and the hub
 * sorts them anew for every visitor who chooses an order.
 */
export const MOST_SHOWN = 1000;

/**
 * The maximum size in bytes of a proof. The SHA256SUMS in it has some five million bytes for 40,000 files, and thirty
 * million for 250,000.
 */
export const MAX_PROOF = 64 * 1024 * 1024;

/** The maximum size in bytes of one published object: on a server, and on an edge runtime such as Workers. */
export const MAX_OBJECT = 32 * 1024 * 1024;
export const MAX_OBJECT_AT_EDGE = 8 * 1024 * 1024;

/**
 * The minimum size in bytes of an answer that gets compressed forms. A smaller answer fits into one packet, together
 * with its headers, even if it is not compressed.
 */
const WORTH_COMPRESSING = 1400;

/**
 * True if an answer of `size` bytes also has .br and .gz forms, provided that its row of the route table allows
 * compression.
 */
export function paysToCompress(size: number): boolean {
  return size >= WORTH_COMPRESSING;
}

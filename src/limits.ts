// Numbers of the interface that both answers and documents state (SPEC.md section 8).

/** Rows of a search page: at most, and when nobody says. */
export const MAX_PAGE = 500;
export const DEFAULT_PAGE = 100;

// The places that the navigation of every page leads to.

/** A page of the navigation. */
export type MenuPlace = 'browse' | 'registry' | 'spaces' | 'docs' | 'reference' | 'health' | 'archive' | 'account';

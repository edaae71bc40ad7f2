// The places that the navigation of every page leads to.

/** A page of the navigation; the last one is in it while somebody is signed in. */
export type Place = 'browse' | 'registry' | 'spaces' | 'docs' | 'health' | 'archive' | 'account';

// The sections of this site in the header of every page, and all pages in the menu of a phone.
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** A page of the navigation. */
export type MenuPlace =
  | 'browse'
  | 'verify'
  | 'registry'
  | 'spaces'
  | 'docs'
  | 'reference'
  | 'health'
  | 'archive'
  | 'account';

interface SitePlace {
  at: MenuPlace;
  word: string;
  path: string;
}

/** The sections. */
export const sections: readonly SitePlace[] = [
  { at: 'browse', word: 'Models', path: href(routes.browse, {}) },
  { at: 'verify', word: 'Verify', path: href(routes.verifyPage, {}) },
  { at: 'registry', word: 'Registry', path: href(routes.registryPage, {}) },
  { at: 'spaces', word: 'Spaces', path: href(routes.spacesPage, {}) },
  { at: 'docs', word: 'Docs', path: href(routes.docs, {}) },
  { at: 'health', word: 'Health', path: href(routes.healthPage, {}) },
  { at: 'archive', word: 'Archive', path: href(routes.archivePage, {}) },
];

/** The other pages in the menu. */
export const others: readonly SitePlace[] = [
  { at: 'reference', word: 'API', path: href(routes.reference, {}) },
  { at: 'account', word: 'Account', path: href(routes.accountPage, {}) },
];

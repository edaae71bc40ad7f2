// Lists the sections of this site that the header of every page links, and the other pages in its menu for narrow
// screens.
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** A page that the header or its menu links. */
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

/** The sections, which both the header and its menu link. */
export const sections: readonly SitePlace[] = [
  { at: 'browse', word: 'Models', path: href(routes.browse, {}) },
  { at: 'verify', word: 'Verify', path: href(routes.verifyPage, {}) },
  { at: 'registry', word: 'Registry', path: href(routes.registryPage, {}) },
  { at: 'spaces', word: 'Spaces', path: href(routes.spacesPage, {}) },
  { at: 'docs', word: 'Docs', path: href(routes.docs, {}) },
  { at: 'health', word: 'Health', path: href(routes.healthPage, {}) },
  { at: 'archive', word: 'Archive', path: href(routes.archivePage, {}) },
];

/** The pages that the menu links after the sections. */
export const others: readonly SitePlace[] = [
  { at: 'reference', word: 'API', path: href(routes.reference, {}) },
  { at: 'account', word: 'Account', path: href(routes.accountPage, {}) },
];

// Collects the addresses that the header's search uses. The page hands them to the script, which then need not load the
// whole route table.

import { MOST_EXPORTED, SEARCH_FILE } from '../../search/writer/exported-rows.ts';
import type { SiteHub } from '../../site/site-hub.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Addresses and patterns of addresses; the patterns have params in braces. */
export interface FindPlaces {
  /** The address of a hub's search API; absent in an export. */
  models?: string;
  /** The file of the search in an export; absent if there is a hub, or if the export has too many models for the file. */
  file?: string;
  modelPage: string;
  browse: string;
  /** The address pattern of the page of a hash; absent in an export. */
  hashPage?: string;
  docsIndex: string;
  docsPage: string;
  docs: string;
}

/** True for an export of more models than a browser can search. */
export const isTooLarge = (hub: Pick<SiteHub, 'isExport' | 'today'> | undefined): boolean =>
  hub?.isExport === true && (hub.today?.models ?? 0) > MOST_EXPORTED;

/** Gives the addresses of a hub, or of an export. An error page may have no `hub`. */
export function findPlaces(hub: Pick<SiteHub, 'isExport' | 'today'> | undefined): FindPlaces {
  return {
    ...(hub?.isExport
      ? !isTooLarge(hub) && { file: `/${SEARCH_FILE}` }
      : { models: href(routes.models, {}), hashPage: routes.hashPage.pattern }),
    modelPage: routes.modelPage.pattern,
    browse: href(routes.browse, {}),
    docsIndex: href(routes.docsSearch, {}),
    docsPage: routes.docsPage.pattern,
    docs: href(routes.docs, {}),
  };
}

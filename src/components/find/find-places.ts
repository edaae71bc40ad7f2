// Collects the addresses that the header's search uses. The page hands them to the script, which then need not load the
// whole route table.
import { SEARCH_FILE } from '../../search/writer/exported-rows.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Addresses and patterns of addresses; the patterns have params in braces. */
export interface FindPlaces {
  /** The address of a hub's search API. */
  models: string;
  /** The file of the search in an export; absent if there is a hub. */
  file?: string;
  modelPage: string;
  ownerPage: string;
  /** The address pattern of the page of a hash; absent in an export. */
  hashPage?: string;
  docsIndex: string;
  docsPage: string;
  docs: string;
}

/** Gives the addresses of a hub, or of an export. */
export function findPlaces(isExport: boolean): FindPlaces {
  return {
    models: href(routes.models, {}),
    ...(isExport ? { file: `/${SEARCH_FILE}` } : { hashPage: routes.hashPage.pattern }),
    modelPage: routes.modelPage.pattern,
    ownerPage: routes.ownerPage.pattern,
    docsIndex: href(routes.docsSearch, {}),
    docsPage: routes.docsPage.pattern,
    docs: href(routes.docs, {}),
  };
}

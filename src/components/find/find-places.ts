// Collects the addresses that the header's search uses. The page hands them to the script, which then need not load the
// whole route table.
import { SEARCH_FILE } from '../../search/exported-rows.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Addresses and patterns of addresses; the patterns have params in braces. */
export interface FindPlaces {
  /** The address of a hub's search API. */
  models: string;
  /** The file of the search in an export; absent if there is a hub. */
  file?: string;
  /** The address pattern of a model's JSON, which names all files of the model. */
  model: string;
  modelPage: string;
  /** The address of the browse page. */
  browse: string;
  ownerPage: string;
  /**
   * The address pattern of a model's page, if that page answers for any id, even an unknown one; absent in an export.
   */
  anyModel?: string;
  hashes: string;
  /** The address pattern of the page of a hash; absent in an export. */
  hashPage?: string;
  object: string;
  docsIndex: string;
  docsPage: string;
  docs: string;
}

/** Gives the addresses of a hub, or of an export. */
export function findPlaces(isExport: boolean): FindPlaces {
  return {
    models: href(routes.models, {}),
    model: isExport ? `/${routes.model.file}` : routes.model.pattern,
    ...(isExport
      ? { file: `/${SEARCH_FILE}` }
      : { anyModel: routes.modelPage.pattern, hashPage: routes.hashPage.pattern }),
    modelPage: routes.modelPage.pattern,
    browse: href(routes.browse, {}),
    ownerPage: routes.ownerPage.pattern,
    hashes: routes.hashes.pattern,
    object: routes.object.pattern,
    docsIndex: href(routes.docsSearch, {}),
    docsPage: routes.docsPage.pattern,
    docs: href(routes.docs, {}),
  };
}

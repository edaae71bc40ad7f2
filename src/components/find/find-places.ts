// Where the search of the header asks and leads: patterns of the route table, so that a page need not load the table.
import { SEARCH_FOLDER } from '../../search/remote/export-files.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Addresses; in braces what is filled in. */
export interface FindPlaces {
  /** The search of a hub. */
  models: string;
  /** The files that an export has for its search; absent where there is a hub. */
  files?: string;
  /** The address of a model as JSON, with all of its files by name. */
  model: string;
  modelPage: string;
  ownerPage: string;
  /** The address for an id, even of one that is not there; absent in an export, which has no page for it. */
  anyModel?: string;
  hashes: string;
  /** All that is known of a hash; absent in an export. */
  hashPage?: string;
  object: string;
  docsIndex: string;
  docsPage: string;
  docs: string;
}

/** The places of a hub, or of an export. */
export function findPlaces(isExport: boolean): FindPlaces {
  return {
    models: href(routes.models, {}),
    model: isExport ? `/${routes.model.file}` : routes.model.pattern,
    ...(isExport
      ? { files: `/${SEARCH_FOLDER}` }
      : { anyModel: routes.modelPage.pattern, hashPage: routes.hashPage.pattern }),
    modelPage: routes.modelPage.pattern,
    ownerPage: routes.ownerPage.pattern,
    hashes: routes.hashes.pattern,
    object: routes.object.pattern,
    docsIndex: href(routes.docsSearch, {}),
    docsPage: routes.docsPage.pattern,
    docs: href(routes.docs, {}),
  };
}

// The facts that documents use: those of the operator and the catalog, the docs pages, the apps, the pins.
import type { Address } from '../../../nouns/address.ts';
import type { Service } from '../../../service/service.ts';
import type { Pin } from '../../../shapes/discovery.ts';
import type { SpaceEntry } from '../../../shapes/spaces.ts';
import type { DocsPage } from '../../../site/docs-page.ts';
import type { CatalogDay } from '../../oci/registry/index-repository.ts';

/** The counts of a day's catalog. */
export interface DayContents {
  /** The number of models, including those that fell off the browse list. */
  models: number;
  /** The number of files of those models. */
  files: number;
  /** The bytes of those files. */
  bytes: number;
}

/**
 * When and by what code a day was made. The catalog does not contain this, since the same rows make the same catalog at
 * any time.
 */
export interface DayOrigin {
  /** The time when the day was made (RFC 3339); absent if it was not recorded. */
  archived?: string;
  /** The commit of the code that made it, as 40 hex digits; absent unless it is certain. */
  source?: string;
}

/** A day of the archive. */
export interface ArchivedDay extends CatalogDay, DayContents, DayOrigin {}

export interface DocumentFacts {
  /** The public address without a trailing slash. */
  baseUrl: string;
  /** The version of the software. */
  version: string;
  service: Service;
  catalog: Address;
  /** The catalog's day, YYYY-MM-DD. */
  snapshot: string;
  /** Every archived day, newest first. */
  days: ArchivedDay[];
  /** The number of models that the hub serves, and of those on the browse list. */
  models: number;
  listed: number;
  /** The number of gated models, which are refused. */
  gated: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: string[];
  /** True if the hub signs its log. */
  isSigned: boolean;
  /** A small file of a small model to try; absent while there is no model. */
  example?: ExampleFile;
  /** The pages of the documentation, sorted by `order`. */
  docs: DocsPage[];
  spaces: SpaceEntry[];
  /** Pins by model id, sorted. */
  pins: Record<string, Pin>;
}

/** A file of the index. */
export interface ExampleFile {
  /** The model's id. */
  id: string;
  path: string;
  sha256: string;
}

// The facts that documents are made of: the operator's, the catalog's, the docs pages, the spaces, the pins.
import type { Address } from '../../../nouns/address.ts';
import type { Service } from '../../../service/service.ts';
import type { Pin } from '../../../shapes/discovery.ts';
import type { SpaceEntry } from '../../../shapes/spaces.ts';
import type { DocsPage } from '../../../site/docs-page.ts';
import type { CatalogDay } from '../../oci/registry/index-repository.ts';

/** How much the catalog of a day holds. */
export interface DayContents {
  /** Models, those that fell off the browse list included. */
  models: number;
  /** Files of those models. */
  files: number;
  /** Bytes of those files. */
  bytes: number;
}

/** How a day came to be: no part of its catalog, since the same rows make the same catalog whenever they are imported. */
export interface DayOrigin {
  /** When the day was made (RFC 3339); absent when it was not recorded. */
  archived?: string;
  /** The commit of the code that made it, 40 hex; absent when that is not known for sure. */
  source?: string;
}

/** A day of the archive. */
export interface ArchivedDay extends CatalogDay, DayContents, DayOrigin {}

export interface DocumentFacts {
  /** The public address, no trailing slash. */
  baseUrl: string;
  /** The version of the software. */
  version: string;
  service: Service;
  catalog: Address;
  /** The catalog's day, YYYY-MM-DD. */
  snapshot: string;
  /** Every archived day, newest first. */
  days: ArchivedDay[];
  /** Every model served, and those of them on the browse list. */
  models: number;
  listed: number;
  /** Models that are refused as gated. */
  gated: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: string[];
  /** The hub signs its log. */
  isSigned: boolean;
  /** A small file of a small model to try; absent while there is no model. */
  example?: ExampleFile;
  /** By `order`. */
  docs: DocsPage[];
  spaces: SpaceEntry[];
  /** By model id, sorted. */
  pins: Record<string, Pin>;
}

/** A file of the index. */
export interface ExampleFile {
  /** The model's id. */
  id: string;
  path: string;
  sha256: string;
}

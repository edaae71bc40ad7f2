// The facts that documents use: facts of the operator, the catalog, the docs pages, the apps, and the pins.
import type { Address } from '../../../nouns/address.ts';
import type { Service } from '../../../service/service.ts';
import type { Pin, SpaceEntry } from '../../../shapes/discovery.ts';
import type { DocsPage } from '../../../site/docs-page.ts';
import type { CatalogDay } from '../../oci/registry/own-repositories.ts';

/** The counts of a day's catalog. */
export interface DayContents {
  /** The number of models, including those that are no longer on the browse list. */
  models: number;
  /** The number of files of these models. */
  files: number;
  /** The size in bytes of these files. */
  bytes: number;
}

/**
 * The time at which a day was made, and the code that made it. The catalog does not contain these facts, since the same
 * rows make the same catalog at any time.
 */
export interface DayOrigin {
  /** The time when the day was made (RFC 3339); absent if it was not recorded. */
  archived?: string;
  /** The commit of the code that made the day, as 40 hex digits; absent unless it is certain. */
  source?: string;
}

/** A day of the archive, with all that documents say about it. */
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
  /** `models` is the number of models that the hub serves; `listed` is the number of those on the browse list. */
  models: number;
  listed: number;
  /** The number of gated models, for which the hub answers with a refusal. */
  gated: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: string[];
  /** True if the hub signs its log. */
  isSigned: boolean;
  /** A small file of a small model, as an example; absent if the index has no model. */
  example?: ExampleFile;
  /** The pages of the documentation, sorted by `order`. */
  docs: DocsPage[];
  spaces: SpaceEntry[];
  /** The pins by model id, sorted. */
  pins: Record<string, Pin>;
}

/** A file of the index, which documents use as an example. */
export interface ExampleFile {
  /** The model's id. */
  id: string;
  path: string;
  sha256: string;
}

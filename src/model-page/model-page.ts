// Collects the facts of a model's page. All of them come from the index, so that a built page stays valid until they
// change.

import { totalSize } from '../basics/bytes.ts';
import { defined } from '../basics/records.ts';
import type { DiffersSummary } from '../catalog/source-holdings.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import { type UsableCopy, usableCopy } from '../model/usable-copy.ts';
import { formatBytes } from '../model/weight-formats.ts';
import type { Address, Hashed, HashedCounts } from '../nouns/address.ts';
import { labelled, type ShownFact } from '../nouns/browse-facts.ts';
import { sourceName } from '../nouns/source-kinds.ts';
import type { Source } from '../service/service.ts';
import type { Withdrawal } from '../service/withdrawals.ts';
import type { ModelRow } from '../shapes/models.ts';
import type { PageDetails, PageHeader, PastRevision } from './page-history.ts';

/** A rendered card. Fields that the authors left out are absent. */
export interface PageCard {
  /** The address of the card object. */
  object: Address;
  /** The size in bytes of the README.md. */
  bytes: number;
  /** The address of the README.md's page at its origin, at the indexed revision. */
  home: string;
  /** The licence that the card names, and the address of its text. */
  licence?: string;
  licenceLink?: string;
  baseModels?: string[];
  datasets?: string[];
  languages?: string[];
  /** The first sentences of the text; absent if it has no paragraph of some length, or is not rendered. */
  lead?: string;
  /**
   * The text as markup. It loads nothing, runs nothing, and never takes visitors to another page by itself
   * (`card-html.ts`).
   */
  html: string;
}

/** A file of the model. Files come in the order of the index. */
export interface PageFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The way in which the hash was obtained; absent if unknown. */
  hashed?: Hashed;
}

/** A source that holds the model. Sources come in the order in which the hub prefers them. */
export interface PageSource {
  /** The token of the source, for pinned paths `/via/{token}/…`. */
  token: string;
  /** The name of the source on pages. */
  name: string;
  /** The source's name in the `hub` member of rows, if it differs from `name`. */
  listedAs?: string;
  /** The source's name in the health answer. */
  host: string;
  /** The paths of the files that are on the page and that the source holds; absent if it holds all files. */
  files?: readonly string[];
  /** The number of files that the source holds; absent if it holds all files. */
  held?: number;
  /** The number of files whose bytes differ at the source, and the first of these files. */
  differs?: DiffersSummary;
  /**
   * In an export: the start of a file's URL, followed by a percent-encoded path, or, if `isByHash` is true, by the
   * SHA-256 of the file.
   */
  direct?: string;
  isByHash?: true;
}

/** A number of files, and their bytes. */
interface FileTotals {
  files: number;
  bytes: number;
}

/** Tells whether the checkpoints of a log are signed. */
export type LoggedAs = 'signed' | 'unsigned';

/** One model at its indexed revision. Unknown facts are absent. */
export interface ModelPage {
  id: string;
  revision: string;
  /** The address of the model object. */
  object: Address;
  /** False if the model fell off the browse list; its browse facts are then absent (decision 0019). */
  listed: boolean;
  license?: string;
  task?: string;
  library?: string;
  tags: string[];
  parameters?: number;
  /** The context in tokens. */
  context?: number;
  /** Further facts, each with the label that the page shows. */
  facts: ShownFact[];
  /** The bytes of the model's weights by format; empty if it has no weights. */
  formats: ReturnType<typeof formatBytes>;
  /** The weights of one usable copy; absent if there are none. */
  copy?: UsableCopy<PageFile>;
  likes?: number;
  downloads?: number;
  /** The day when this index first had the model, YYYY-MM-DD. */
  indexed?: string;
  /** When the model was created, as an ISO date-time. */
  createdAt?: string;
  lastModified?: string;
  /** All files; for a model with very many, only the most important ones (`resolve/shown-files.ts`). */
  files: readonly PageFile[];
  /** The number and bytes of all files; absent if `files` has all of them. */
  whole?: FileTotals;
  /** Counts the files by how their hashes were obtained; absent if unknown. */
  hashed?: HashedCounts;
  sources: PageSource[];
  /** The address of the model's page at its origin, without the id at its end; absent if unknown. */
  homes?: string;
  /** The single files of GGUF quantisations; absent if there are none. */
  quants?: readonly PageFile[];
  /** The authors' card; absent if the index keeps none. */
  card?: PageCard;
  /**
   * The number of values of each data type in the safetensors files of one copy; absent unless all their headers are
   * known.
   */
  tensors?: Record<string, number>;
  /** The header of a GGUF file. */
  header?: PageHeader;
  /** The revisions in this index, newest first; absent if there was only one. */
  history?: PastRevision[];
  /** True in an export, which has no redirects, so that commands and links name the sources themselves. */
  isDirect?: true;
  /** Tells whether the checkpoints of the log are signed; absent in an export without a log. */
  loggedAs?: LoggedAs;
}

/**
 * The reason why an id has no page: the model is gated or withdrawn, or this index lacks the id, perhaps because it is
 * spelled differently.
 */
export interface NoModelPage {
  id: string;
  why: 'gated' | 'unknown' | 'withdrawn';
  /** The day and the reason of the withdrawal, if the operator withdrew the model. */
  withdrawn?: Withdrawal;
  /** The right id, if the requested one differs only in letter case. */
  better?: string;
  /** The address of the model's page at its origin; absent if unknown. */
  origin?: string;
  /** Similar ids of the index, the most similar first; absent if there are none. */
  close?: string[];
  /** The number of models that the id's owner has; absent if the owner has none. */
  ofOwner?: number;
}

/** Facts that are absent or undefined if they are unknown. */
type Known<T> = { [K in keyof T]?: T[K] | undefined };

/** The facts from which a page is made: the model's objects, its row, and the sources of this service. */
export interface PageFacts extends Known<Pick<ModelPage, 'whole' | 'hashed' | 'homes' | 'loggedAs' | 'card'>> {
  /** The licence that the model object names. */
  license: string | null | undefined;
  row: ModelRow;
  /** The files of the page, sorted bytewise by path. */
  files: readonly PageFile[];
  /** The known facts of each source that holds the model; `source` is its token. */
  places: readonly ({ source: string } & Known<Pick<PageSource, 'files' | 'held' | 'differs'>>)[];
  /** The sources of this service, in order of preference. */
  sources: readonly Pick<Source, 'token' | 'display' | 'host'>[];
  details?: PageDetails | undefined;
}

export function modelPage({ license, row, files, places, sources, details, ...known }: PageFacts): ModelPage {
  const { id, sha, hub, tags = [], likes, downloads, createdAt, lastModified } = row;
  const { parameters, context, indexed, tensors } = hub;
  const quants = [...ggufFiles(files).tagged.values()];
  const { whole } = known;
  return {
    id,
    revision: sha,
    object: hub.manifest as Address,
    listed: hub.listed !== false,
    tags,
    files,
    facts: labelled({ ...row, ...hub }),
    // If the page does not list all files, the totals come from the row.
    formats: whole ? (hub.format_bytes ?? {}) : formatBytes(files),
    sources: sources.flatMap(({ token, display, host }) => {
      const { source, ...facts } = places.find((place) => place.source === token) ?? {};
      const name = sourceName({ name: display, host });
      return source ? [{ token, name, ...(name !== display && { listedAs: display }), host, ...defined(facts) }] : [];
    }),
    ...defined({
      license: license ?? undefined,
      task: row.pipeline_tag,
      library: row.library_name,
      parameters,
      context,
      indexed,
      tensors,
      likes,
      downloads,
      createdAt,
      lastModified,
      copy: whole ? undefined : usableCopy(files),
      quants: quants.length > 0 ? quants : undefined,
      ...known,
      ...details,
    }),
  };
}

/** Gives the number and bytes of all files of the model, including those that its page leaves out. */
export function pageTotals({ whole, files }: ModelPage): FileTotals {
  return whole ?? { files: files.length, bytes: totalSize(files) };
}

/** Counts the files of the model that this source holds. */
export function heldBy({ held, files }: PageSource, model: ModelPage): number {
  return held ?? files?.length ?? pageTotals(model).files;
}

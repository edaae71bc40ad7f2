// The facts of a model's page, only from the index, so that a built page stays valid until they change.

import { defined } from '../basics/defined.ts';
import { totalSize } from '../basics/total-size.ts';
import type { DiffersSummary } from '../catalog/differing-files.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import { usableCopy } from '../model/usable-copy.ts';
import { formatBytes, type WeightFormat } from '../model/weight-formats.ts';
import type { Address } from '../nouns/address.ts';
import { labelled, type ShownFact } from '../nouns/browse-facts.ts';
import { encodePath } from '../nouns/file-path.ts';
import type { Hashed, HashedCounts } from '../nouns/hashed.ts';
import { sourceName } from '../nouns/source-name.ts';
import type { Source } from '../service/sources.ts';
import type { Withdrawal } from '../service/withdrawals.ts';
import type { ModelRow } from '../shapes/models.ts';
import type { PublishedSource } from '../shapes/objects.ts';
import type { PageCard } from './page-card.ts';
import type { PageDetails, PageHeader } from './page-details.ts';
import type { PastRevision } from './page-history.ts';

/** A file of the model, in the index's order. */
export interface PageFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The way in which the hash was obtained; absent if nobody says. */
  hashed?: Hashed;
}

/** A source that holds the model; sources come in order of preference. */
export interface PageSource {
  /** Its token, for the pin `/via/{token}/…`. */
  token: string;
  /** Its name on pages. */
  name: string;
  /** Its spelling in the `hub` block, if different. */
  listedAs?: string;
  /** Its spelling in health. */
  host: string;
  /** The paths of the page's files that it holds; absent if it holds all. */
  files?: string[];
  /** The number of all files that it holds, if the page has not all of them. */
  held?: number;
  /** The number of files that it has with other bytes, and the first of them. */
  differs?: DiffersSummary;
  /** In an export: the URL to which a percent-encoded path of the repository, or the SHA-256 of a file, is added. */
  direct?: string;
  isByHash?: true;
}

/** A single-file quantisation in the registry. */
interface PageQuant {
  /** The tag, in upper case. */
  tag: string;
  path: string;
  /** Bytes. */
  size: number;
}

/** The weights that one usable copy needs. */
export interface PageCopy {
  format: WeightFormat;
  paths: string[];
  bytes: number;
}

/** The number of files, and their bytes. */
interface FileTotals {
  files: number;
  bytes: number;
}

/** Says whether a log's checkpoints are signed. */
export type LoggedAs = 'signed' | 'unsigned';

/** One model at its indexed revision. Unknown facts are absent. */
export interface ModelPage {
  id: string;
  revision: string;
  /** The address of its model object. */
  object: Address;
  /** False if it fell off the browse list: browse facts are then absent (decision 0019). */
  listed: boolean;
  license?: string;
  task?: string;
  library?: string;
  tags: string[];
  parameters?: number;
  /** The context in tokens. */
  context?: number;
  /** Facts that are shown unchanged. */
  facts: ShownFact[];
  /** Bytes of the files that are weights, by format; empty when there are none. */
  formats: ReturnType<typeof formatBytes>;
  /** The weights of one usable copy; absent if there are none. */
  copy?: PageCopy;
  likes?: number;
  downloads?: number;
  /** The day when this index first had it, YYYY-MM-DD. */
  indexed?: string;
  /** The time of its creation as an ISO date-time. */
  createdAt?: string;
  lastModified?: string;
  /** All files, or the most important ones of very many (`resolve/shown-files.ts`). */
  files: PageFile[];
  /** The number and bytes of all files; absent if the page has all. */
  whole?: FileTotals;
  /** Counts the files by the way in which their hashes were obtained; absent if nobody says. */
  hashed?: HashedCounts;
  sources: PageSource[];
  /** The published records about it; absent if there are none. */
  published?: readonly PublishedSource[];
  /** The address of a model's page at its origin, without the id at its end; absent if unknown. */
  homes?: string;
  quants: PageQuant[];
  /** The authors' card; absent if none is kept. */
  card?: PageCard;
  /** Values by data type in the safetensors files of one copy; absent unless all their headers are known. */
  tensors?: Record<string, number>;
  /** The header of a GGUF file. */
  header?: PageHeader;
  /** The revisions in this index, newest first; absent if there was only one. */
  history?: PastRevision[];
  /** True in an export: nothing redirects there, so commands and links name the sources themselves. */
  isDirect?: true;
  /** Says whether the checkpoints of the log are signed; absent in an export without a log. */
  loggedAs?: LoggedAs;
}

/**
 * The reason why an id has no page: the model is gated, withdrawn, or unknown, perhaps because its id is spelled
 * differently.
 */
export interface NoModelPage {
  id: string;
  why: 'gated' | 'unknown' | 'withdrawn';
  /** The withdrawal, if that is the reason. */
  withdrawn?: Withdrawal;
  /** The right id, if only the case differs. */
  better?: string;
  /** The address of the model's page at its origin; absent if it is unknown. */
  origin?: string;
  /** Similar ids of the index, the most similar first; absent if there are none. */
  close?: string[];
  /** The number of models of its owner; absent if there are none. */
  ofOwner?: number;
}

/** The facts that make a page: the model's objects, its row, and the sources that this service knows. */
export interface PageFacts {
  /** The licence in the model object. */
  license: string | null | undefined;
  row: ModelRow;
  /** The files of the page, sorted bytewise by path. */
  files: readonly PageFile[];
  /** The totals of all files; absent if these are all. */
  whole?: FileTotals | undefined;
  hashed?: HashedCounts | undefined;
  /**
   * The token of each source that holds the model, with the paths of the page's files that it holds; without paths if
   * it holds all.
   */
  places: readonly {
    source: string;
    files?: readonly string[] | undefined;
    held?: number | undefined;
    differs?: DiffersSummary | undefined;
  }[];
  published?: readonly PublishedSource[] | undefined;
  /** The sources, in order of preference. */
  sources: readonly Pick<Source, 'token' | 'display' | 'host'>[];
  /** See `ModelPage`. */
  homes?: string | undefined;
  loggedAs?: LoggedAs;
  card?: PageCard | undefined;
  details?: PageDetails | undefined;
}

export function modelPage({
  license,
  row,
  files,
  whole,
  hashed,
  places,
  published,
  sources,
  homes,
  loggedAs,
  card,
  details,
}: PageFacts): ModelPage {
  const { hub, tags = [], pipeline_tag, library_name, likes, downloads, createdAt, lastModified } = row;
  return {
    id: row.id,
    revision: row.sha,
    object: hub.manifest as Address,
    listed: hub.listed !== false,
    ...defined({ license: license ?? undefined, task: pipeline_tag, library: library_name }),
    tags,
    ...defined({ parameters: hub.parameters, context: hub.context }),
    facts: labelled({ ...row, ...hub }),
    // If the page has not all files, the row has their totals.
    formats: whole ? (hub.format_bytes ?? {}) : formatBytes(files),
    ...defined({ copy: whole ? undefined : pageCopy(files) }),
    ...defined({ likes, downloads, indexed: hub.indexed, createdAt, lastModified, tensors: hub.tensors }),
    files: files.map(({ path, size, sha256, hashed }) => ({ path, size, sha256, ...defined({ hashed }) })),
    ...defined({ whole, hashed }),
    sources: sources.flatMap(({ token, display, host }) => {
      const place = places.find(({ source }) => source === token);
      const held = whole && place?.held;
      const told = place && defined({ files: place.files && [...place.files], held, differs: place.differs });
      const name = sourceName({ name: display, host });
      return place ? [{ token, name, ...(name !== display && { listedAs: display }), host, ...told }] : [];
    }),
    ...defined({ published, homes, loggedAs }),
    quants: [...ggufFiles(files).tagged].map(([tag, { path, size }]) => ({ tag, path, size })),
    ...defined({ card, ...details }),
  };
}

/** Gives the number and bytes of all files of the model, including those that its page leaves out. */
export function pageTotals({ whole, files }: ModelPage): FileTotals {
  return whole ?? { files: files.length, bytes: totalSize(files) };
}

/** Gives the sources that hold a file, the best first, if they can be named without a redirect. */
export function directSources({ sources }: ModelPage, path: string): (PageSource & { direct: string })[] {
  return sources.filter(
    (source): source is PageSource & { direct: string } =>
      source.direct !== undefined && (source.files?.includes(path) ?? true),
  );
}

/** Gives the address of a file at a source, if the source can be named without a redirect. */
export function directUrlOf(
  { direct, isByHash }: { direct: string; isByHash?: true },
  { path, sha256 }: PageFile,
): string {
  return direct + (isByHash ? sha256 : encodePath(path));
}

/** Counts the files of the model that this source holds. */
export function heldBy({ held, files }: PageSource, model: ModelPage): number {
  return held ?? files?.length ?? pageTotals(model).files;
}

function pageCopy(files: readonly PageFile[]): PageCopy | undefined {
  const copy = usableCopy(files);
  return copy && { format: copy.format, paths: copy.files.map(({ path }) => path), bytes: copy.bytes };
}

// The facts of a model's page: of the index alone, so that the page can be built once and stays true until they change.

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
import type { PageCard } from './page-card.ts';
import type { PageDetails, PageHeader } from './page-details.ts';
import type { PastRevision } from './page-history.ts';

/** A file of the model, in the index's order. */
export interface PageFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** How the hash was obtained; absent where nobody says. */
  hashed?: Hashed;
}

/** A source that holds the model, in order of preference. */
export interface PageSource {
  /** The pin: `/via/{token}/…`. */
  token: string;
  /** Its name on pages. */
  name: string;
  /** As the `hub` block spells it, where that is another name. */
  listedAs?: string;
  /** As health spells it. */
  host: string;
  /** Which of the page's files it holds; absent: all of them. */
  files?: string[];
  /** How many it holds of all files, where the page has not all. */
  held?: number;
  /** Files that it has with other bytes: how many, and the first of them. */
  differs?: DiffersSummary;
  /** In an export: the URL that a percent-encoded path of the repository comes behind, or the SHA-256 of a file. */
  direct?: string;
  isByHash?: true;
}

/** A single-file quantisation, as the registry offers it. */
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

/** How many files there are, and the bytes of all of them. */
interface FileTotals {
  files: number;
  bytes: number;
}

/** A log by what its checkpoints are worth. */
export type LoggedAs = 'signed' | 'unsigned';

/** One model at its indexed revision. Unknown facts are absent. */
export interface ModelPage {
  id: string;
  revision: string;
  /** The address of its model object. */
  object: Address;
  /** False: it fell off the browse list, so browse facts are absent (decision 0019). */
  listed: boolean;
  license?: string;
  task?: string;
  library?: string;
  tags: string[];
  parameters?: number;
  /** Tokens. */
  context?: number;
  /** Facts that are shown as they are known. */
  facts: ShownFact[];
  /** Bytes of the files that are weights, by format; empty when there are none. */
  formats: ReturnType<typeof formatBytes>;
  /** The weights of one usable copy; absent when there are none. */
  copy?: PageCopy;
  likes?: number;
  downloads?: number;
  /** The day on which this index first had it, YYYY-MM-DD. */
  indexed?: string;
  /** ISO date-times. */
  createdAt?: string;
  lastModified?: string;
  /** All of them, or where there are very many those that matter most (`resolve/shown-files.ts`). */
  files: PageFile[];
  /** All files and their bytes; absent where the page has all. */
  whole?: FileTotals;
  /** How the hashes of all files were obtained; absent where nobody says. */
  hashed?: HashedCounts;
  sources: PageSource[];
  /** The address of a model's page at its origin, without the id at its end; absent when that is unknown. */
  homes?: string;
  quants: PageQuant[];
  /** The authors' card; absent where none is kept. */
  card?: PageCard;
  /** Values by data type of the safetensors files of one copy; absent unless all their headers are known. */
  tensors?: Record<string, number>;
  /** The header of a GGUF file. */
  header?: PageHeader;
  /** The revisions that this index had, newest first; absent where there was one alone. */
  history?: PastRevision[];
  /** True in an export: nothing redirects there, so commands and links name the sources themselves. */
  isDirect?: true;
  /** Says whether the checkpoints of the log are signed; absent in an export that carries none. */
  loggedAs?: LoggedAs;
}

/** Why there is no page for an id: held back at its origin, unknown, or known under another spelling. */
export interface NoModelPage {
  id: string;
  why: 'gated' | 'unknown' | 'withdrawn';
  /** How it was withdrawn, where that is why. */
  withdrawn?: Withdrawal;
  /** The id that was meant, when only the case differs. */
  better?: string;
  /** The page of such a model where models come from; absent when the address of that is unknown. */
  origin?: string;
  /** Ids of the index that are like it, the likest first; absent when none is. */
  close?: string[];
  /** How many models of its owner there are; absent when there are none. */
  ofOwner?: number;
}

/** The facts that a page is made of: the model's objects, its row, and the sources this service knows. */
export interface PageFacts {
  /** The licence in the model object. */
  license: string | null | undefined;
  row: ModelRow;
  /** The files of the page, sorted bytewise by path. */
  files: readonly PageFile[];
  /** Absent: these are all. */
  whole?: FileTotals | undefined;
  hashed?: HashedCounts | undefined;
  /** Tokens of the sources that hold it, each with the paths it holds of these files unless that is all. */
  places: readonly {
    source: string;
    files?: readonly string[] | undefined;
    held?: number | undefined;
    differs?: DiffersSummary | undefined;
  }[];
  /** In order of preference. */
  sources: readonly Pick<Source, 'token' | 'display' | 'host'>[];
  /** See `ModelPage`. */
  homes?: string | undefined;
  loggedAs?: LoggedAs;
  card?: PageCard | undefined;
  details?: PageDetails | undefined;
}

/** Puts together what a model's page tells. */
export function modelPage({
  license,
  row,
  files,
  whole,
  hashed,
  places,
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
    // For a model that is not shown whole, the row has the total of all of its files.
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
    ...defined({ homes, loggedAs }),
    quants: [...ggufFiles(files).tagged].map(([tag, { path, size }]) => ({ tag, path, size })),
    ...defined({ card, ...details }),
  };
}

/** All files of the model, be they on its page or not. */
export function pageTotals({ whole, files }: ModelPage): FileTotals {
  return whole ?? { files: files.length, bytes: totalSize(files) };
}

/** The sources that hold a file, best first, as far as they can be named without a redirect. */
export function directSources({ sources }: ModelPage, path: string): (PageSource & { direct: string })[] {
  return sources.filter(
    (source): source is PageSource & { direct: string } =>
      source.direct !== undefined && (source.files?.includes(path) ?? true),
  );
}

/** The address of a file at a source that can be named without a redirect. */
export function directUrlOf(
  { direct, isByHash }: { direct: string; isByHash?: true },
  { path, sha256 }: PageFile,
): string {
  return direct + (isByHash ? sha256 : encodePath(path));
}

/** How many files of the model this source holds. */
export function heldBy({ held, files }: PageSource, model: ModelPage): number {
  return held ?? files?.length ?? pageTotals(model).files;
}

function pageCopy(files: readonly PageFile[]): PageCopy | undefined {
  const copy = usableCopy(files);
  return copy && { format: copy.format, paths: copy.files.map(({ path }) => path), bytes: copy.bytes };
}

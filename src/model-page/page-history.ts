// Collects the facts of a model's page that neither its row nor its files have: the header of a GGUF file, and the
// revisions that this index has had, with what changed between them. Each model object names the object before it.
import { totalSize } from '../basics/bytes.ts';
import { defined } from '../basics/records.ts';
import { daysOfObjects, type EntryDays, MOST_DAYS } from '../catalog/catalog-object.ts';
import { counted } from '../model/figures.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import type { Address } from '../nouns/address.ts';
import type { GgufFacts, ModelFile, ModelObject } from '../shapes/objects.ts';

/** The maximum number of revisions on a page, including the present one. */
export const MOST_REVISIONS = MOST_DAYS;
/** The maximum number of paths named for each kind of change. */
const MOST_NAMED = 3;

/** A number of files, and the paths of the first ones. */
interface SomeFiles {
  files: number;
  first: string[];
}

/** The changes from one revision to the next. A kind of change without files is absent. */
interface RevisionChanges {
  added?: SomeFiles;
  changed?: SomeFiles;
  removed?: SomeFiles;
  license?: [before: string, after: string];
}

/** A revision of the model, from one of its objects. */
export interface PastRevision {
  object: Address;
  revision: string;
  /** The day when this revision came in; absent if unknown. */
  day?: string;
  files: number;
  bytes: number;
  /** The changes since the previous revision; absent for the first revision. */
  since?: RevisionChanges;
}

/** A model object, and its address, which is the hash of its bytes. */
export interface AddressedModel {
  address: Address;
  model: Pick<ModelObject, 'revision' | 'license' | 'files'>;
}

/**
 * Makes a model's history from `chain`, which has the present object and the earlier objects, newest first. `entry` has
 * their days in the catalog. Undefined if there was only one revision.
 */
export function pageHistory(chain: readonly AddressedModel[], entry: EntryDays): PastRevision[] | undefined {
  if (chain.length < 2) return undefined;
  const days = daysOfObjects(entry);
  return chain.slice(0, MOST_REVISIONS).map(({ address, model }, at) => {
    const before = chain[at + 1]?.model;
    return {
      object: address,
      revision: model.revision,
      files: model.files.length,
      bytes: totalSize(model.files),
      ...defined({ day: days[at], since: before && changesSince(before, model) }),
    };
  });
}

function changesSince(before: AddressedModel['model'], after: AddressedModel['model']): RevisionChanges {
  const old = new Map(before.files.map(({ path, sha256 }) => [path, sha256]));
  const now = new Set(after.files.map(({ path }) => path));
  const license: [string, string] = [before.license || 'none', after.license || 'none'];
  return defined({
    added: some(after.files.filter(({ path }) => !old.has(path))),
    changed: some(after.files.filter(({ path, sha256 }) => old.has(path) && old.get(path) !== sha256)),
    removed: some(before.files.filter(({ path }) => !now.has(path))),
    license: license[0] === license[1] ? undefined : license,
  });
}

function some(files: readonly { path: string }[]): SomeFiles | undefined {
  return files.length === 0
    ? undefined
    : { files: files.length, first: files.slice(0, MOST_NAMED).map(({ path }) => path) };
}

/** Describes the change from one revision to the next: a sentence for each kind of change. */
export function changesInWords({ license, ...files }: RevisionChanges): string {
  const sentences = Object.entries(files).map(
    ([word, { files: number, first }]) =>
      `${counted(number, 'file')} ${word}: ${first.join(', ')}${number > first.length ? ' and others' : ''}.`,
  );
  if (license) sentences.push(`Licence: ${license[0]}, now ${license[1]}.`);
  return sentences.join(' ') || 'New revision, same files.';
}

/** The header of one GGUF file. The headers of other quantisations have the same facts except the file type. */
export type PageHeader = Omit<GgufFacts, 'chatTemplate'>;

export interface PageDetails {
  header?: PageHeader;
  /** The revisions in this index; absent if there was only one. */
  history?: PastRevision[];
}

/**
 * Gives the details of a model; undefined if there are none. `chain` has the model's object and the earlier objects,
 * newest first; `days` has their days in the catalog.
 */
export function pageDetails(
  files: readonly ModelFile[],
  chain: readonly AddressedModel[],
  days: EntryDays,
): PageDetails | undefined {
  const header = headerOf(files);
  const history = pageHistory(chain, days);
  return header || history ? defined({ header, history }) : undefined;
}

/** Gives the header of the file under the tag `latest` if it is known, otherwise the first known header. */
function headerOf(files: readonly ModelFile[]): PageHeader | undefined {
  const described = files.filter(({ gguf }) => gguf !== undefined && Object.keys(gguf).length > 0);
  const latest = ggufFiles(files).latest?.file.path;
  const { gguf } = described.find(({ path }) => path === latest) ?? described[0] ?? {};
  if (!gguf) return undefined;
  const { chatTemplate: _, ...header } = gguf;
  return header;
}

// The facts of a model's page beside its row and its files: read off the model's objects by the build, and kept for the
// page.
import { defined } from '../basics/defined.ts';
import type { EntryDays } from '../catalog/entry-days.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import type { GgufFacts, ModelFile } from '../shapes/objects.ts';
import { type AddressedModel, type PastRevision, pageHistory } from './page-history.ts';

/** The header of one GGUF file; those of other quantisations have the same facts except their type. */
export interface PageHeader extends Omit<GgufFacts, 'chatTemplate'> {
  path: string;
  /** The characters of its chat template. */
  template?: number;
  /** The number of files with a known header, with this one. */
  known: number;
}

export interface PageDetails {
  header?: PageHeader;
  /** Absent if there was only one revision. */
  history?: PastRevision[];
}

/**
 * Gives the details of a model; undefined if there are none. `chain` is its object and those before it, newest first;
 * `days` are from the catalog.
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

/** Gives the header of the file under `latest` if it is known, else the first known one. */
function headerOf(files: readonly ModelFile[]): PageHeader | undefined {
  const told = files.filter(({ gguf }) => gguf !== undefined && Object.keys(gguf).length > 0);
  const latest = ggufFiles(files).latest?.file.path;
  const file = told.find(({ path }) => path === latest) ?? told[0];
  if (!file?.gguf) return undefined;
  const { chatTemplate, ...facts } = file.gguf;
  const template = chatTemplate === undefined ? {} : { template: chatTemplate.length };
  return { path: file.path, ...facts, ...template, known: told.length };
}

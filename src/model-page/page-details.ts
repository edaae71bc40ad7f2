// The facts of a model's page beside its row and its files: read off the model's objects by the build, and kept for the
// page.
import { defined } from '../basics/defined.ts';
import type { EntryDays } from '../catalog/entry-days.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import type { GgufFacts, ModelFile } from '../shapes/objects.ts';
import { type AddressedModel, type PastRevision, pageHistory } from './page-history.ts';

/** The header of one GGUF file; those of its other quantisations say the same but for their type. */
export interface PageHeader extends Omit<GgufFacts, 'chatTemplate'> {
  path: string;
  /** Characters of its chat template. */
  template?: number;
  /** Files whose header is known, this one included. */
  known: number;
}

export interface PageDetails {
  header?: PageHeader;
  /** Absent where there has been one revision alone. */
  history?: PastRevision[];
}

/**
 * The details of a model, `chain` being its object and those before it, newest first, `days` what the catalog tells of
 * them; undefined where there is nothing to tell.
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

/** The header of the file that `latest` means where it is known, else the first. */
function headerOf(files: readonly ModelFile[]): PageHeader | undefined {
  const told = files.filter(({ gguf }) => gguf !== undefined && Object.keys(gguf).length > 0);
  const latest = ggufFiles(files).latest?.file.path;
  const file = told.find(({ path }) => path === latest) ?? told[0];
  if (!file?.gguf) return undefined;
  const { chatTemplate, ...facts } = file.gguf;
  const template = chatTemplate === undefined ? {} : { template: chatTemplate.length };
  return { path: file.path, ...facts, ...template, known: told.length };
}

// Collects the facts of a model's page that neither its row nor its files have. The build reads them from the model's
// objects and keeps them for the page.
import { defined } from '../basics/defined.ts';
import type { EntryDays } from '../catalog/entry-days.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import type { GgufFacts, ModelFile } from '../shapes/objects.ts';
import { type AddressedModel, type PastRevision, pageHistory } from './page-history.ts';

/** The header of one GGUF file. The headers of other quantisations have the same facts except the file type. */
export interface PageHeader extends Omit<GgufFacts, 'chatTemplate'> {
  path: string;
  /** The length of the chat template in characters. */
  template?: number;
  /** The number of files whose header is known, including this one. */
  known: number;
}

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
  const file = described.find(({ path }) => path === latest) ?? described[0];
  if (!file?.gguf) return undefined;
  const { chatTemplate, ...facts } = file.gguf;
  const template = chatTemplate === undefined ? {} : { template: chatTemplate.length };
  return { path: file.path, ...facts, ...template, known: described.length };
}

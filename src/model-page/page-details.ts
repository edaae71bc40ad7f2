// What a model's page tells beside its row and its files: read off the model's objects by the build, and kept for the page.
import { ggufFiles } from '../model/gguf-files.ts';
import type { GgufFacts, ModelFile } from '../shapes/objects.ts';

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
}

/** The details of a model with these files; undefined where there is nothing to tell. */
export function pageDetails(files: readonly ModelFile[]): PageDetails | undefined {
  const header = headerOf(files);
  return header && { header };
}

/** That of the file that `latest` means where it is known, else the first. */
function headerOf(files: readonly ModelFile[]): PageHeader | undefined {
  const told = files.filter(({ gguf }) => gguf !== undefined && Object.keys(gguf).length > 0);
  const latest = ggufFiles(files).latest?.file.path;
  const file = told.find(({ path }) => path === latest) ?? told[0];
  if (!file?.gguf) return undefined;
  const { chatTemplate, ...facts } = file.gguf;
  const template = chatTemplate === undefined ? {} : { template: chatTemplate.length };
  return { path: file.path, ...facts, ...template, known: told.length };
}

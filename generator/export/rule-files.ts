// The files that give hosts of plain files their rules: which address leads where, and headers.
import { OVERVIEW } from '../../src/site/docs-page.ts';
import { addressRules, headerRules } from '../../src/static/host-rules.ts';
import { docsFiles } from '../documents/docs-files.ts';
import { directionRules } from './direction-rules.ts';
import { wantedFirst } from './models/search-files.ts';
import type { OpenExport } from './open-export.ts';
import { hostFiles } from './places/host-files.ts';

/** Writes the files of rules that hosts know by their names. */
export async function writeRules({ settings, tree, view, attestations, record }: OpenExport): Promise<void> {
  const rules = addressRules(settings.service.sources.map(({ token }) => token));
  const directions = settings.hasDirections ? await directionRules(view, wantedFirst(await tree.search())) : [];
  const pages = docsFiles().flatMap(({ slug }) => (slug === OVERVIEW ? [] : [slug]));
  const headers = headerRules({ pages, isAttested: attestations !== undefined });
  const { files, totals } = hostFiles(headers, [...rules, ...directions]);
  for (const file of files) record.put(file);
  record.totals.rules = totals;
}

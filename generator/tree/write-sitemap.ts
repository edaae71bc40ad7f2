// Writes the sitemap of a tree from its catalog. Streams the catalog, so that only one file of the sitemap is in
// memory.
import { modelLines, sitemapFile, sitemapIndex, sitemapLine } from '../../src/dialects/discovery/sitemap.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { idOfEntryLine, linesFrom } from '../days/catalog-reader.ts';
import { writeDocumentFile } from '../files/compress.ts';
import type { SitemapTask } from './jobs.ts';

/**
 * Writes `sitemap.xml`. If one file can't hold all addresses, writes them to parts, and `sitemap.xml` lists the parts.
 */
export function writeSitemap(task: SitemapTask): void {
  const { draft, baseUrl, snapshot, limit } = task;
  const writePart = (part: number) =>
    writeDocumentFile(draft, treePath(routes.sitemapPart, { part: String(part) }), sitemapFile(lines));
  const write = (text: string) => writeDocumentFile(draft, treePath(routes.sitemap, {}), text);
  let lines = '';
  let count = 0;
  let parts = 0;
  for (const line of allLines(task)) {
    if (count === limit) {
      writePart(++parts);
      lines = '';
      count = 0;
    }
    lines += line;
    count++;
  }
  if (parts === 0) write(sitemapFile(lines));
  else {
    writePart(++parts);
    write(sitemapIndex(baseUrl, parts, snapshot));
  }
}

function* allLines({ baseUrl, pages, path, modelsStart }: SitemapTask): Generator<string> {
  yield* pages.map(sitemapLine);
  const lineOf = modelLines(baseUrl);
  for (const line of linesFrom(path, modelsStart)) yield lineOf(idOfEntryLine(line));
}

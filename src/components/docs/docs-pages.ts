// Lists the pages of the documentation in the order and the groups of the website.
import { getCollection } from 'astro:content';

/**
 * A page with the fields that content.config.ts declares. The type is repeated here because Astro writes its types only
 * during its build.
 */
export interface DocsEntry {
  /** The name of the page's file without its extension, which is also its name in addresses. */
  id: string;
  /** A page of the first level has the name of its group, any other page the id of the page above it. */
  data: { title: string; description: string; order: number; group?: string; under?: string };
  rendered?: { html: string; metadata?: { headings?: { depth: number; slug: string; text: string }[] } };
}

/** Gives the overview, and every other page in reading order. Throws if the overview is missing. */
export async function docsPages(): Promise<{ overview: DocsEntry; pages: DocsEntry[] }> {
  const all = (await getCollection('docs')) as DocsEntry[];
  all.sort((a, b) => a.data.order - b.data.order || (a.id < b.id ? -1 : 1));
  const overview = all.find(({ id }) => id === 'index');
  if (!overview) throw new Error('content/docs/index.md is missing');
  return { overview, pages: all.filter((page) => page !== overview) };
}

/**
 * Groups the pages of the first level, each with the pages below it. The groups come in the order of their first pages.
 */
export function docsGroups(pages: DocsEntry[]) {
  const groups = Map.groupBy(
    pages.filter(({ data }) => data.group),
    ({ data }) => data.group!,
  );
  const branch = (top: DocsEntry) => ({ top, below: pages.filter(({ data }) => data.under === top.id) });
  return [...groups].map(([name, tops]) => ({ name, branches: tops.map(branch) }));
}

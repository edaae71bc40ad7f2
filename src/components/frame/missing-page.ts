// Finds a next step for a visitor at an unknown address.
import { isIdPart } from '../../nouns/model-id.ts';
import type { SiteHub } from '../../site/site-hub.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { docsSearch } from '../docs/docs-index.ts';

/** A next step: a link and its description. */
interface NextStep {
  path: string;
  words: string;
}

/** Suggests an address in place of `path` (decoded, without a query); undefined if nothing fits. */
export async function nextStep(path: string, hub: SiteHub): Promise<NextStep | undefined> {
  const [first = '', second = ''] = path.split('/').filter((segment) => segment !== '');
  if (first === 'docs' && second !== '') return docsStep(second.replaceAll('-', ' '), hub);
  if (first === 'archive') return { path: href(routes.archivePage, {}), words: 'See every day of the archive' };
  if (!isIdPart(first)) return undefined;
  return second === '' ? searchStep(first, hub) : modelStep(first, second, hub);
}

async function docsStep(question: string, hub: SiteHub): Promise<NextStep | undefined> {
  const index = await hub.document('docsSearch');
  if (index === undefined || docsSearch(index)(question).length === 0) return undefined;
  const path = `${href(routes.docs, {})}?${new URLSearchParams({ q: question })}`;
  return { path, words: `Search the docs for “${question}”` };
}

/**
 * Suggests the page of a model for an address that begins with its id, such as the path of its discussions at the
 * public hub.
 */
async function modelStep(owner: string, name: string, hub: SiteHub): Promise<NextStep | undefined> {
  if (!isIdPart(name)) return undefined;
  const found = await hub.model(owner, name);
  if ('why' in found) return undefined;
  return { path: href(routes.modelPage, { owner, name }), words: `Open the model ${owner}/${name}` };
}

async function searchStep(word: string, hub: SiteHub): Promise<NextStep | undefined> {
  const found = await hub.search(new URLSearchParams({ search: word, limit: '1' }));
  if ('error' in found || found.total === 0) return undefined;
  const path = `${href(routes.browse, {})}?${new URLSearchParams({ search: word })}`;
  return { path, words: `Search the models for “${word}”` };
}

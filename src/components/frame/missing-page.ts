// From an address at which nothing stands to what the visitor may have meant.
import { isIdPart } from '../../nouns/model-id.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** A next step: a link and what it leads to. */
interface NextStep {
  path: string;
  words: string;
}

/** What to try instead of `path` (decoded, without a query); none when the address says nothing. */
export function nextStep(path: string): NextStep | undefined {
  const [first = '', second = '', third] = path.split('/').filter((segment) => segment !== '');
  const search = (row: { pattern: '/models/' | '/docs/' }, query: Record<string, string>) =>
    `${href(row, {})}?${new URLSearchParams(query)}`;
  if (first === 'docs' && second !== '')
    return { path: search(routes.docs, { q: second.replaceAll('-', ' ') }), words: `Search the docs for “${second}”` };
  if (first === 'account') return { path: href(routes.accountPage, {}), words: 'Open your account' };
  if (first === 'archive') return { path: href(routes.archivePage, {}), words: 'See every day of the archive' };
  if (first === 'spaces') return { path: href(routes.spacesPage, {}), words: 'See every app' };
  // Somebody took the address of a model elsewhere and put our name in front.
  if (isIdPart(first) && isIdPart(second) && (third === undefined || ['tree', 'blob', 'discussions'].includes(third)))
    return { path: href(routes.modelPage, { owner: first, name: second }), words: `Open the model ${first}/${second}` };
  if (isIdPart(first) && second === '')
    return { path: search(routes.browse, { search: first }), words: `Search the models for “${first}”` };
  return undefined;
}

// Gives the headers that a store must send with a file: media type, cache lifetime, compression.

import { escaped } from '../../../src/basics/escaped.ts';
import { webContentType } from '../../../src/nouns/web-types.ts';
import { isWrittenTwice } from '../../../src/static/static-answer.ts';
import { hashedRow, isHashed, REPRESENTATION_TYPES } from '../../../src/table/answer-facts.ts';
import { CACHE_CONTROL } from '../../../src/table/headers.ts';
import { ownFile, type Representation, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { listingOf } from '../../../src/tree/static-tree.ts';
import type { About } from './destination.ts';

/** The files of a route, or of one of its representations. */
interface FileRow {
  row: Row;
  as: Representation | undefined;
  file: string;
  like: RegExp;
}

/** Ranks a segment: a literal is tried first, then a param with text around it, a whole param, the rest of the path. */
function rankOf(segment: string): 0 | 1 | 2 | 3 {
  if (!segment.includes('{')) return 0;
  if (segment.includes('...}')) return 3;
  return /^\{\w+\}$/.test(segment) ? 2 : 1;
}

const segmentsOf = (pattern: string) => pattern.split('/').filter((segment) => segment !== '');

/** Compares two patterns that match the same path. The pattern that the hub's matcher would choose comes first. */
function compareMatched(a: string, b: string): number {
  const [ours, theirs] = [segmentsOf(a), segmentsOf(b)];
  for (const [at, segment] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    const order = rankOf(segment) - rankOf(other);
    if (order !== 0) return order;
  }
  return ours.length - theirs.length;
}

const fileRows: readonly FileRow[] = Object.values<Row>(routes)
  .flatMap((row) => filesOf(row).map(([as, file]) => ({ row, as, file, like: likeOf(row, file) })))
  .sort((a, b) => compareMatched(a.file, b.file));

/** Gives the files of a route, each with its representation. */
function filesOf(row: Row): [Representation | undefined, string][] {
  const { file, as, pattern } = row;
  if (file === undefined) return [];
  if (typeof file === 'object') return Object.entries(file) as [Representation, string][];
  const own: [Representation | undefined, string][] = isWrittenTwice(row) ? [[as?.at(-1), ownFile(pattern)]] : [];
  return [[as?.at(-1), file], ...own];
}

/** Makes an expression that matches the files of a template. A param matches slashes if it does so in the address. */
function likeOf({ pattern }: Row, file: string): RegExp {
  const parts = file.split(/(\{\w+(?:\.\.\.)?\})/).map((part) => {
    const [, name, rest] = /^\{(\w+)(\.\.\.)?\}$/.exec(part) ?? [];
    if (name === undefined) return escaped(part);
    return rest || pattern.includes(`{${name}...}`) ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** Gives the headers of the file at `path`, by name. */
export function fileHeaders(path: string, { kind, coding }: About): Record<string, string> {
  const plain = coding === undefined ? path : path.slice(0, -coding.length - 1);
  // A listing in another form has the headers of the plain listing.
  const asked = listingOf(plain);
  const found = fileRows.find(({ like }) => like.test(asked));
  const facts = found ? rowFacts(found, asked, kind) : { cache: 'revalidate' as const, type: undefined };
  // The website's own files, even compressed ones, show their media types by their endings.
  const isNamed = facts.type === undefined && coding === undefined;
  const [, name = plain, form = coding] = (isNamed && /^(.*)\.(br|gz)$/.exec(plain)) || [];
  return {
    'Content-Type': facts.type ?? webContentType(/^_(?:headers|redirects)$/.test(name) ? `${name}.txt` : name),
    'Cache-Control': CACHE_CONTROL[facts.cache],
    ...(form !== undefined && { 'Content-Encoding': form === 'gz' ? 'gzip' : 'br' }),
  };
}

function rowFacts({ row, as, like }: FileRow, path: string, kind: string | undefined) {
  const cache = (isHashed(row, like.exec(path)!.groups ?? {}) ? hashedRow(row) : row).cache;
  const kinds = new Map(Object.entries(row.kinds ?? {}));
  // A file without a kind belongs to a tag, and a tag has a manifest of the first kind.
  const [usual] = kinds.values();
  const type = (kind === undefined ? usual : kinds.get(kind)) ?? row.type ?? (as && REPRESENTATION_TYPES[as]);
  return { cache, type };
}

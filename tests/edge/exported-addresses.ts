// Lists the addresses of an export's files by the rules of their rows in the route table, and makes pages for exports.
import { relative } from 'node:path';
import { filesBelow } from '../../generator/keys/source-files.ts';
import { escaped } from '../../src/basics/escaped.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { REPRESENTATION_TYPES } from '../../src/table/answer-facts.ts';
import type { Representation, Row } from '../../src/table/route.ts';
import { type RouteName, reservedOwners, routes } from '../../src/table/routes.ts';

/** A website whose pages name their path and are long enough to be compressed. */
export const pages: PagePort = {
  render: async ({ path, status }) => ({
    status,
    html: new TextEncoder().encode(`<!doctype html><p>${path?.replace(/\/?$/, '/')}${'\n<p>A page.'.repeat(200)}`),
  }),
};

/** An address that a file of the export answers, by the rules of its row in the route table. */
export interface Address {
  name: RouteName;
  row: Row;
  params: Record<string, string>;
  as: Representation | undefined;
  file: string;
}

/** Lists the address of each file in the folder, for every row. */
export function addressesIn(folder: string): Address[] {
  const files = filesBelow(folder)
    .map((path) => relative(folder, path))
    .filter((path) => !path.startsWith('.export/') && !/\.(br|gz)$/.test(path));
  return (Object.entries(routes) as [RouteName, Row][]).flatMap(([name, row]) => {
    const { as = [undefined] } = row;
    return as.flatMap((one) => {
      const template = typeof row.file === 'object' ? row.file[one!] : row.file;
      if (template === undefined) return [];
      const source = escaped(template).replace(
        /\\\{(\w+)((?:\\\.){3})?\\\}/g,
        (_, param: string, rest?: string) => `(?<${param}>${rest || param === 'prefix' ? '.+' : '[^/]+'})`,
      );
      return files.flatMap((file) => {
        const found = new RegExp(`^${source}$`).exec(file);
        // The hub's own pages, such as /docs/, have the same form of path as the page of an owner.
        if (!found || (row.typed && reservedOwners.has(found.groups!.owner!))) return [];
        const params = { ...(row.pattern.includes('{revision}') && { revision: 'main' }), ...found.groups };
        return [{ name, row, params, as: as.length > 1 ? one : undefined, file }];
      });
    });
  });
}

/** Returns the Accept header that chooses a representation; no header for a row with one representation. */
export const acceptOf = (as: Representation | undefined): [string, string][] =>
  as === undefined ? [] : [['Accept', REPRESENTATION_TYPES[as].split(';')[0]!]];

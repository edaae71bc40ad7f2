// Tests the route table: every row has a request in a contract script, every link leads to the row that made it,
// and every path to its file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTarget, takePin } from '../functions/request/request-target.ts';
import { addressFromHex } from '../src/nouns/address.ts';
import { filePathFault } from '../src/nouns/file-path.ts';
import { isIdPart } from '../src/nouns/model-id.ts';
import { createMatcher } from '../src/table/matcher.ts';
import { isRefusal } from '../src/table/refusals.ts';
import { fileOf, href, ownFile, type Row } from '../src/table/route.ts';
import { isAnswered, type RouteName, reservedOwners, routes } from '../src/table/routes.ts';
import { listingVariant, objectPath, parseObjectPath } from '../src/tree/static-tree.ts';
import { factOf } from './contract/facts.ts';
import { fill } from './contract/judge.ts';
import { type Exchange, parseScript } from './contract/script.ts';
import { service } from './fixtures/hub.ts';

const names = Object.keys(routes) as RouteName[];
const match = createMatcher<RouteName>(routes);
const tokens = service.sources.map(({ token }) => token);

/** Returns the row that the hub finds for the target of a request. */
function rowOf(target: string) {
  const path = readTarget(target);
  if (isRefusal(path)) return undefined;
  takePin(path, tokens);
  return match(path.segments, path.slash);
}

describe('every row has a request in a script', () => {
  const folder = join(import.meta.dirname, 'contract');
  const texts = readdirSync(folder).filter((file) => file.endsWith('.http'));
  const exchanges = texts.flatMap((file) =>
    parseScript(readFileSync(join(folder, file), 'utf8')).flatMap((promised) => promised.exchanges),
  );

  const isAsked = (name: RouteName, holds: (exchange: Exchange) => boolean) => {
    const { methods = ['GET', 'HEAD'] }: Row = routes[name];
    return exchanges.some(
      (exchange) => holds(exchange) && methods.includes(exchange.method) && rowOf(target(exchange))?.name === name,
    );
  };

  const answered = names.filter(isAnswered);

  test.each(answered)('%s has a request that is answered', (name) => {
    expect(isAsked(name, ({ status }) => status < 400)).toBe(true);
  });

  test.each(names.filter((name) => !isAnswered(name)))('%s has only requests that are refused', (name) => {
    const refuses = exchanges.filter((exchange) => rowOf(target(exchange))?.name === name);
    expect(refuses.some(({ status }) => status >= 400)).toBe(true);
    // The path may also be the name of a model without its owner, so the hub may redirect it (307).
    expect(refuses.filter(({ status }) => status < 307)).toEqual([]);
  });
});

/** Returns the target of a request, with a made-up word for each name that only the running script knows. */
function target({ target }: Exchange): string {
  const known = (name: string) => {
    try {
      return factOf(name);
    } catch {
      return 'kept';
    }
  };
  return fill(target, known);
}

const idPart = fc.string({ unit: fc.constantFrom(...'aZ09._-'), minLength: 1, maxLength: 20 }).filter(isIdPart);
const filePath = fc
  .array(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join('/'))
  .filter((path) => filePathFault(path) === undefined);
const segment = filePath.map((path) => path.split('/')[0]!);

describe('a link leads back to its row', () => {
  const special: Record<string, fc.Arbitrary<string>> = {
    owner: idPart.filter((owner) => !reservedOwners.has(owner)),
    name: idPart,
    path: filePath.filter((path) => path !== 'SHA256SUMS'),
    prefix: filePath,
  };
  const paramNames = Object.values(routes).flatMap(({ pattern }) => pattern.match(/\w+(?=(\.\.\.)?\})/g) ?? []);
  const params = fc.record(Object.fromEntries(paramNames.map((name) => [name, special[name] ?? segment])));

  test.each(names)('%s', (name) => {
    const row: Row = routes[name];
    fc.assert(
      fc.property(params, (values) => {
        const found = rowOf(href(row, values as never));
        expect(found?.name).toBe(name);
        for (const [param, value] of Object.entries(found!.params)) expect(value).toBe(values[param]);
      }),
      { numRuns: 300 },
    );
  });
});

test('no owner can have the name of a path’s first segment', () => {
  for (const { pattern } of Object.values(routes)) {
    const first = pattern.split('/')[1]!;
    if (first !== '' && !first.includes('{')) expect(reservedOwners.has(first)).toBe(true);
  }
});

describe('a row says where its answer is stored', () => {
  /**
   * These parts of paths include names of the tree's own files, because a model's folder with such a name could collide
   * with these files.
   */
  const part = fc.constantFrom('index.json', 'recursive-true.json', 'main', 'tree', 'a', '_', '..a');
  const prefix = fc.array(part, { maxLength: 3 }).map((parts) => parts.join('/'));
  const answer = fc.record({
    name: fc.constantFrom('model', 'refs', 'treeAt', 'treesizeAt', 'sha256sums', 'modelPage', 'manifest', 'blob'),
    prefix,
    reading: fc.constantFrom('flat' as const, 'true' as const, 'false' as const),
  });

  test('no two answers about a model are in the same file', () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 2, maxLength: 40 }), (answers) => {
        const files = new Map<string, string>();
        for (const { name, prefix, reading } of answers) {
          const row: Row = routes[name as RouteName];
          const file = fileOf(row, { owner: 'acme', name: 'tiny', prefix, digest: 'sha256:a', reference: 'sha256:b' });
          const identity = row.pattern.includes('{prefix...}') ? `${name} ${prefix}` : name;
          const read = row.listing ? `${identity} ${reading}` : identity;
          const path = row.listing ? listingVariant(file, reading) : file;
          expect(files.get(path) ?? read, path).toBe(read);
          files.set(path, read);
        }
      }),
    );
  });

  test('the listing of a model’s root has the same file with an empty path and without a path', () => {
    const params = { owner: 'acme', name: 'tiny' };
    expect(fileOf(routes.treeAt, { ...params, prefix: '' })).toBe(fileOf(routes.tree, params));
    expect(fileOf(routes.treesizeAt, { ...params, prefix: '' })).toBe(fileOf(routes.treesize, params));
  });

  test('a file has the name of its address, if that is no folder, has no day and needs no Accept header', () => {
    const rows = Object.entries<Row>(routes).filter(([, { file }]) => file !== undefined);
    const other = rows.filter(([, { file, pattern }]) => typeof file === 'string' && file !== ownFile(pattern));
    const begun = (pattern: string) => rows.some(([, row]) => row.pattern.startsWith(`${pattern.replace(/\/$/, '')}/`));
    // The remaining rows are second addresses of a file that another row names.
    expect(other.filter(([, { pattern }]) => !begun(pattern)).map(([name]) => name)).toEqual([
      ...['openapiTwin', 'modelAt', 'treeAt', 'treesizeAt'],
    ]);
  });
});

describe('an object', () => {
  test('is stored under its address, and nothing else is read as an object', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(
        hex,
        (digits) => void expect(parseObjectPath(objectPath('source', addressFromHex(digits)))).toBe(`blake3:${digits}`),
      ),
    );
    for (const path of [
      'objects/model/ab',
      'objects/model/AB/cd',
      `objects/ab/${'0'.repeat(62)}`,
      `objects/other/ab/${'0'.repeat(62)}`,
      `objects/model/ab/${'0'.repeat(61)}`,
      `x/objects/model/ab/${'0'.repeat(62)}`,
    ])
      expect(parseObjectPath(path)).toBeUndefined();
  });
});

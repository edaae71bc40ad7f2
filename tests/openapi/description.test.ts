// Tests that the API description is complete: it has every row of the route table that programs use, its commands work,
// and every link and page exists.
import { describe, expect, inject, test } from 'vitest';
import { createMemoryHub, noAccounts } from '../../functions/hosts/memory/memory.ts';
import type { IdentityCheck } from '../../functions/ports/sign-in.ts';
import { memoryBytes } from '../../functions/stores/bytes/memory-bytes.ts';
import { logFiles } from '../../functions/stores/tree/log-files.ts';
import { openAttestations } from '../../src/attestation/attestations.ts';
import { MAX_OBJECT } from '../../src/basics/limits.ts';
import { openapiOf } from '../../src/openapi/document.ts';
import { type RefusalCode, refusalKind } from '../../src/table/refusals.ts';
import { type Row, readsBy, templateOf, treePath } from '../../src/table/route.ts';
import { type AnsweredName, answeredNames, isAnswered, type RouteName, routes } from '../../src/table/routes.ts';
import { tools } from '../../src/tools/tools.ts';
import { checker, describedRow, follow, type Part } from '../contract/described.ts';
import { inMemory } from '../contract/players.ts';
import { attestationSecret } from '../fixtures/attestation.ts';
import { signInAs } from '../fixtures/everybody.ts';
import { baseUrl, logFilesIn, openInMemory, origin, service, treeText } from '../fixtures/hub.ts';
import { alice } from '../fixtures/identity.ts';
import { sqliteAccounts } from '../fixtures/sqlite-accounts.ts';

const description = JSON.parse(treeText(inject('fixture').dist, treePath(routes.openapi, {}))) as Part;
const rows = (Object.entries(routes) as [RouteName, Row][]).flatMap(([name, row]): [AnsweredName, Row][] =>
  isAnswered(name) && describedRow(name) !== undefined ? [[name, row]] : [],
);

const METHODS = ['get', 'post', 'patch', 'delete'];

/** Every operation, with its path. */
const operations = Object.entries(description.paths!).flatMap(([template, item]) =>
  METHODS.flatMap((method) => item[method] ?? []).map((operation) => ({
    ...{ template, id: `${operation.operationId}`, operation, item },
  })),
);

describe('every row is described', () => {
  const bases = (part: Part) => JSON.stringify(part.servers ?? description.servers);

  test.each(rows)('%s', (name, row) => {
    const item = description.paths![templateOf(routes[describedRow(name)!])]!;
    expect(item, 'a path item').toBeDefined();
    const method = row.methods?.[0] ?? 'GET';
    const operation = item[method.toLowerCase()]!;
    expect(operation).toBeDefined();
    // A read also works below `/via/{source}`, the second base address in the description.
    expect(bases(operation).includes(`${baseUrl}/via/{source}`)).toBe(readsBy(row, method));
  });
});

test('a row without words is a page, or only pages and people at a browser ask for it', () => {
  const isOfPages = ({ dialect, typed, pack }: Row) => dialect === 'page' || typed || pack === 'site';
  const silent = answeredNames.filter((name) => describedRow(name) === undefined && !isOfPages(routes[name]));
  expect(silent.sort()).toEqual(['browse', 'docsSearch', 'registryPage']);
});

test('the paths below /via/{source} that tools take for an address of a hub are described', () => {
  expect(Object.keys(description.paths!).filter((template) => template.startsWith('/via/'))).toEqual([
    '/via/{source}/api/models',
    '/via/{source}/{owner}/{name}/resolve/{revision}/{path}',
  ]);
});

/** Lists every schema in `part`, with its path. */
function* schemasIn(part: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (part === null || typeof part !== 'object') return;
  if (!Array.isArray(part)) yield [path, part as Record<string, unknown>];
  for (const [key, value] of Object.entries(part)) yield* schemasIn(value, `${path}/${key}`);
}

test.each([
  ['the description', description],
  ['the tools', tools],
])('generators and RE2 can read the schemas of %s', (_, part) => {
  const faults = [...schemasIn(part)].filter(([, schema]) => {
    const { pattern, type, format, maximum, enum: values, 'x-enum-varnames': named } = schema;
    const isTool = !('openapi' in part);
    const hasLookaround = typeof pattern === 'string' && /\(\?|\\u/.test(pattern);
    const isMixed = !isTool && Array.isArray(type) && (type.length > 2 || !type.includes('null'));
    const names = Array.isArray(values) ? values.map((one) => `${one}`.toUpperCase()) : [];
    const isTwice = new Set(names).size < names.length && named === undefined;
    // openapi-generator takes such an integer for one of 32 bits, and a client in Go refuses 3 GB.
    const isNarrow = !isTool && `${type}`.includes('integer') && format === undefined && maximum === undefined;
    return hasLookaround || isMixed || isTwice || isNarrow;
  });
  expect(faults.map(([path]) => path)).toEqual([]);
});

test('no schema has a discriminator, because common validators refuse one', () => {
  expect(JSON.stringify(description)).not.toContain('"discriminator"');
});

test('every operation has a unique name of a verb and a noun, and a paragraph that says why to call it', () => {
  const verbs = new Set(operations.map(({ id }) => /^[a-z]+/.exec(id)![0]));
  expect([...verbs].sort()).toEqual([
    'call',
    'check',
    'get',
    'list',
    'publish',
    'remove',
    'request',
    'resolve',
    'save',
    'search',
    'update',
  ]);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  for (const { id, operation } of operations) expect(`${operation.description}`.length, id).toBeGreaterThan(80);
});

describe('commands', () => {
  const publishing = { open: true, holdsToken: (sent?: string) => sent === 'Bearer publisher', limit: MAX_OBJECT };
  const identity: IdentityCheck = async (sent) => (sent === 'Bearer person' ? { did: 'person' } : { fault: 'missing' });
  const accounts = { ...noAccounts(), store: sqliteAccounts(), identity, signIn: signInAs(alice) };
  const attestations = openAttestations(attestationSecret);
  const log = logFiles(memoryBytes(logFilesIn(inject('fixture').dist)));
  const ports = { sources: service.sources, origin, baseUrl, publishing, accounts, log, attestations };
  const ask = inMemory(createMemoryHub(openInMemory(inject('fixture').dist), ports));
  /** The environment variables of a person who runs a command from the description. */
  const environment: Record<string, string> = { HUB_PUBLISHER_TOKEN: 'publisher', IDENTITY_TOKEN: 'person' };
  const samples = operations.flatMap(({ id, operation }) =>
    Object.values(operation['x-codeSamples'] ?? {}).map(({ source }) => ({ id, source: `${source}` })),
  );

  test('exist for every operation whose path has examples', () => {
    const told = new Set(samples.map(({ id }) => id));
    const lacking = operations.filter(({ id }) => !told.has(id));
    expect(lacking.length).toBeLessThan(10);
    for (const { id, item } of lacking) {
      const takes = (item.parameters as unknown as Part[]).map((one) => follow(description, one)!);
      expect(
        takes.filter(({ example }) => example === undefined),
        id,
      ).not.toEqual([]);
    }
  });

  test.each(samples)('of $id get an answer', async ({ source }) => {
    const [, url = '', words = ''] = /^curl -sI? '([^']*)'((?: -[XHd] (?:\w+|'[^']*'|"[^"]*"))*)$/.exec(source)!;
    const options = [...words.matchAll(/ -([XHd]) ['"]?([^'"]*)['"]?(?= -|$)/g)].map(([, name, value]) => [
      name,
      value!,
    ]);
    const of = (option: string) => options.filter(([name]) => name === option).map(([, value]) => value!);
    const headers = of('H').map((line): [string, string] => {
      const [, name = '', value = ''] = /^([^:]*): (.*)$/.exec(line)!;
      return [name, value.replace(/\$(\w+)/, (_, variable: string) => environment[variable] ?? '')];
    });
    const body = /-d '([^']*)'/.exec(words)?.[1];
    const method = of('X')[0] ?? (body === undefined ? 'GET' : 'POST');
    const given = await ask({ method, target: url.slice(baseUrl.length), headers, body });
    expect(given!.status, source).toBeLessThan(400);
  });
});

test('a path ends in a slash only if a page is at the path without it, or clients need the slash', () => {
  const slashed = Object.keys(description.paths!).filter((path) => path !== '/' && path.endsWith('/'));
  const without = slashed.filter((path) => !description.paths![path.slice(0, -1)]);
  expect(without.sort()).toEqual(['/docs/', '/v2/']);
});

describe('request bodies', () => {
  const patternOf = (name: string) =>
    new RegExp(`${description.components!.parameters![name]!.schema!.pattern as unknown as string}`, 'u');

  const models = inMemory(
    createMemoryHub(openInMemory(inject('fixture').dist), { sources: service.sources, origin, baseUrl }),
  );
  const statusOf = async (path: string) => {
    const target = `/acme/tiny-bert/resolve/main/${encodeURIComponent(path).replaceAll('%2F', '/')}`;
    return (await models({ method: 'GET', target, headers: [], body: undefined }))!.status;
  };

  test.each(['config.json', 'a/b', '.hidden', '...', 'a..b/..c', '日本語/モデル.bin', ' '])(
    'the pattern and the hub accept the path %j',
    async (path) => {
      for (const name of ['path', 'prefix']) expect(patternOf(name).test(path)).toBe(true);
      expect(await statusOf(path)).not.toBe(400);
    },
  );

  test.each([
    '..',
    '.',
    '../x',
    'a/..',
    'a/./b',
    'a\\b',
    'a\u0000b',
    'a\nb',
    '\u007f',
    'a\u009b31m',
    'a\u202eb',
    'a\u2066b',
  ])('the pattern and the hub refuse the path %j', async (path) => {
    for (const name of ['path', 'prefix']) expect(patternOf(name).test(path)).toBe(false);
    expect(await statusOf(path)).toBe(400);
  });

  test('accept a note or none, but not one with NUL in it', () => {
    const { requestBody } = description.paths!['/api/account/publisher-request']!.post!;
    expect(requestBody!.required).toBeUndefined();
    const faultsIn = checker(description);
    const schema = { $ref: '#/components/schemas/PublisherInterest' } as unknown as Part;
    for (const note of ['hello', '', null, 'x'.repeat(2000)]) expect(faultsIn(schema, { note })).toEqual([]);
    for (const note of ['a\0b', 7, 'x'.repeat(2001)]) expect(faultsIn(schema, { note })).not.toEqual([]);
  });
});

test('every token of the service is a security scheme that an operation uses', () => {
  const schemes = description.components!.securitySchemes!;
  expect(Object.keys(schemes).sort()).toEqual(['identityToken', 'publisherToken', 'registryToken']);
  const used = operations.flatMap(({ operation }) => (operation.security as unknown as object[] | undefined) ?? []);
  expect(new Set(used.flatMap(Object.keys))).toEqual(new Set(Object.keys(schemes)));
  // A caller may read from the registry without a login.
  expect(description.paths!['/v2/']!.get!.security).toEqual([{}, { registryToken: [] }]);
});

test('every code of a refusal is one that the hub knows', () => {
  const told = operations.flatMap(({ operation }) => (operation['x-error-codes'] ?? []) as string[]);
  const named = description.components!.headers!['X-Error-Code']!.schema!.enum as unknown as string[];
  const codes = [...told, ...named];
  expect(codes.length).toBeGreaterThan(20);
  for (const code of codes) expect(refusalKind(code as RefusalCode)).toBeDefined();
});

test('the description has a contact and commands for models only if the hub has them', () => {
  expect(description.info!.contact).toEqual({ name: service.name, email: 'operator@hub.example' });
  const catalog = `blake3:${'0'.repeat(64)}` as const;
  const { contact: _, ...silent } = service;
  const written = (contact: object) =>
    openapiOf({
      ...{ baseUrl, catalog, snapshot: '2026-01-01' },
      service: { ...silent, ...contact },
    }) as unknown as Part;
  expect(written({ contact: 'https://hub.example/people' }).info!.contact).toEqual({
    ...{ name: service.name, url: 'https://hub.example/people' },
  });
  const empty = written({});
  expect(empty.info!.contact).toBeUndefined();
  const commands = (path: string) => empty.paths![path]!.get!['x-codeSamples'];
  expect([commands('/api/models/{owner}/{name}'), commands('/api/models')]).toEqual([undefined, [expect.anything()]]);
});

// The API description is whole: every row in it, every example true to its schema, every link and page to be had.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { IdentityCheck } from '../../functions/account/identity.ts';
import { createMemoryHub, rememberedAccounts } from '../../functions/hosts/memory.ts';
import { MAX_OBJECT } from '../../src/limits.ts';
import { openapiOf, templateOf } from '../../src/openapi/document.ts';
import { NOTHING_SHOWN } from '../../src/openapi/exhibit.ts';
import { describedRow, operationOf } from '../../src/openapi/operations.ts';
import { refusals } from '../../src/refusals.ts';
import type { Row } from '../../src/route.ts';
import { type AnsweredName, isAnswered, type RouteName, routes } from '../../src/routes.ts';
import { documentPath } from '../../src/static-tree.ts';
import { checker, follow, type Part } from '../contract/described.ts';
import { inMemory } from '../contract/players.ts';
import { docsPages } from '../fixtures/docs-pages.ts';
import { baseUrl, openInMemory, origin, service } from '../fixtures/hub.ts';

const path = join(inject('fixture').dist, 'current', documentPath('openapi', 'json'));
const description = JSON.parse(readFileSync(path, 'utf8')) as Part;
const rows = (Object.entries(routes) as [RouteName, Row][]).flatMap(([name, row]): [AnsweredName, Row][] =>
  isAnswered(name) ? [[name, row]] : [],
);

const METHODS = ['get', 'post', 'patch', 'delete'];

/** Every operation, with its path. */
const operations = Object.entries(description.paths!).flatMap(([template, item]) =>
  METHODS.flatMap((method) => item[method] ?? []).map((operation) => ({
    ...{ template, id: `${operation.operationId}`, operation, item },
  })),
);

describe('every row is described', () => {
  test.each(rows)('%s', (name, row) => {
    const item = description.paths![templateOf(routes[describedRow(name)])]!;
    expect(item, 'a path item').toBeDefined();
    expect(item[(row.methods?.[0] ?? 'GET').toLowerCase()]).toBeDefined();
    // A row that takes a pin is asked at a second base, behind which the same path stands.
    if (row.pin) expect(JSON.stringify(item.servers)).toContain(`${baseUrl}/via/{source}`);
  });
});

test('paths of SPEC.md that stand behind a pin are described as such', () => {
  expect(Object.keys(description.paths!).filter((template) => template.startsWith('/via/'))).toEqual([
    '/via/{source}/api/models',
    '/via/{source}/{owner}/{name}/resolve/{revision}/{path}',
  ]);
});

test('every operation is named by a verb and a noun, once, and says in a paragraph why one calls it', () => {
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

describe('examples', () => {
  const faultsIn = checker(description);
  /** What has no answer to show: files of a website that is not built yet, a picture, and what only some hubs have. */
  const unshown = new Set(['getAsset', 'getSocialImage', 'getSitemapPart']);

  const media = operations.flatMap(({ id, operation }) =>
    Object.entries(operation.responses!).flatMap(([status, response]) =>
      Object.entries(follow(description, response)!.content ?? {}).map(([type, part]) => ({ id, status, type, part })),
    ),
  );
  const examplesOf = (part: Part) => Object.values(part.examples ?? {}).map((one) => follow(description, one)!);

  test('are true to their schemas', () => {
    for (const { id, status, type, part } of media)
      for (const { value } of examplesOf(part))
        expect(part.schema ? faultsIn(part.schema, value) : [], `${id} ${status} ${type}`).toEqual([]);
  });

  test('stand at every operation that has a body, and at every refusal', () => {
    const shown = new Set(media.filter(({ part }) => examplesOf(part).length > 0).map(({ id, status }) => id + status));
    const lacking = media.filter(({ id, status }) => status !== '206' && !shown.has(id + status) && !unshown.has(id));
    expect(lacking.map(({ id, status }) => `${id} ${status}`)).toEqual([]);
  });

  test('are answers of this hub, and lead somewhere', () => {
    const row = Object.values(
      examplesOf(description.paths!['/api/models']!.get!.responses!['200']!.content!['application/json']!),
    )[0]!;
    expect(JSON.stringify(row.value)).toContain('"sha"');
    const { parameters } = description.components!;
    for (const name of ['owner', 'name', 'revision', 'path', 'id', 'shard', 'digest', 'page', 'space'])
      expect(parameters![name]!.example, name).toBeDefined();
  });
});

describe('commands', () => {
  const publishing = { open: true, holdsToken: (sent?: string) => sent === 'Bearer publisher', limit: MAX_OBJECT };
  const identity: IdentityCheck = async (sent) => (sent === 'Bearer person' ? { did: 'person' } : { fault: 'missing' });
  const accounts = { ...rememberedAccounts(), identity };
  const ports = { sources: service.sources, origin, baseUrl, publishing, accounts };
  const ask = inMemory(createMemoryHub(openInMemory(inject('fixture').dist), ports));
  /** What stands in the environment of who tries a command. */
  const environment: Record<string, string> = { HUB_PUBLISHER_TOKEN: 'publisher', IDENTITY_TOKEN: 'person' };
  const samples = operations.flatMap(({ id, operation }) =>
    Object.values(operation['x-codeSamples'] ?? {}).map(({ source }) => ({ id, source: `${source}` })),
  );

  test('stand at every operation that any hub can be asked', () => {
    const told = new Set(samples.map(({ id }) => id));
    const lacking = operations.filter(({ id }) => !told.has(id)).map(({ id }) => id);
    expect(lacking).toEqual(['getSitemapPart', 'getAsset']);
  });

  test.each(samples)('of $id are answered', async ({ source }) => {
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

test('links name operations that exist, and parameters that those take', () => {
  const links = operations.flatMap(({ operation }) =>
    Object.values(operation.responses!).flatMap((response) => Object.values(response.links ?? {})),
  );
  expect(links.length).toBeGreaterThan(8);
  for (const link of links) {
    const target = operations.find(({ id }) => id === `${link.operationId}`)!;
    const takes = (target.item.parameters as unknown as Part[]).map((one) => `${follow(description, one)!.name}`);
    expect(takes).toEqual(expect.arrayContaining(Object.keys(link.parameters!)));
  }
});

test('every code of a refusal is one of ours', () => {
  const told = JSON.stringify(description.components!.responses).matchAll(
    /"X-Error-Code":\{[^}]*?"enum":\[([^\]]*)\]/g,
  );
  const codes = [...told].flatMap(([, list]) => JSON.parse(`[${list}]`) as string[]);
  expect(codes.length).toBeGreaterThan(20);
  for (const code of codes) expect(Object.keys(refusals)).toContain(code);
});

test('operations point at pages of the documentation that ship', () => {
  const folder = join(import.meta.dirname, '../../content/docs');
  const slugs = new Set(rows.flatMap(([name]) => operationOf(name).docs ?? []));
  for (const slug of slugs) expect(() => readFileSync(join(folder, `${slug}.md`))).not.toThrow();
});

test('contact and examples are there when there is something to say, and only then', () => {
  expect(description.info!.contact).toEqual({ name: service.name, email: 'operator@hub.example' });
  const { contact: _, ...silent } = service;
  const empty = openapiOf({ baseUrl, service: silent, docs: docsPages }, NOTHING_SHOWN) as unknown as Part;
  expect(empty.info!.contact).toBeUndefined();
  expect(empty.paths!['/api/models']!.get!.responses!['200']!.content!['application/json']!.examples).toBeUndefined();
});

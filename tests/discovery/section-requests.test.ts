// Tests that every request in a section's descriptor gets the described answer.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RequestDescriptor, SectionDescriptor } from '../../src/shapes/discovery.ts';
import { SECTIONS, type SectionName } from '../../src/shapes/formats.ts';
import { models } from '../fixtures/rows.ts';
import { type AskHub, fixtureHub } from './fixture-hub.ts';

let ask: AskHub;
beforeAll(() => {
  ask = fixtureHub();
});

const json = /^application\/json/;
const html = /^text\/html/;
/** The beginnings that `returns` may have, each with the status and the type of its answer. */
const RETURNS: Record<string, [status: number, type: RegExp]> = {
  'a JSON array of ModelRow': [200, json],
  'the catalog object': [200, /^application\/vnd\.hub\.model-hub\.catalog\.v1\+json$/],
  ModelInfo: [200, json],
  'a JSON array of TreeEntry': [200, json],
  '302': [302, /^$/],
  OciTagList: [200, json],
  OciCatalog: [200, json],
  OciManifest: [200, /^application\/vnd\.oci\.image\.manifest\.v1\+json$/],
  '307': [307, /^$/],
  'the spaces catalog': [200, json],
  'the page of the app': [200, html],
  'a page as HTML': [200, html],
  'a page as Markdown': [200, /^text\/markdown/],
  'a file of the app': [200, /./],
  'this document': [200, json],
  'the service explained': [200, /^text\/plain/],
  'the bytes of an object': [200, /./],
};

interface Described {
  descriptor: SectionDescriptor;
  text: string;
}

async function read(section: SectionName): Promise<Described> {
  // The address of the docs ends in a slash; at /docs the hub sends the API reference.
  const path = section === 'docs' ? '/docs/' : `/${section}`;
  const text = await (await ask(path, { accept: 'application/json' })).text();
  return { descriptor: JSON.parse(text) as SectionDescriptor, text };
}

/** Returns a value for every brace in a section's templates, except `{catalog.address}`. */
async function examples(section: SectionName): Promise<Record<string, string>> {
  const { bert } = models;
  const [owner = '', name = ''] = bert.id.split('/');
  const { catalog } = (await (await ask('/.well-known/model-hub.json')).json()) as { catalog: string };
  const shared = { owner, name, path: 'config.json', id: catalog, page: 'quickstart' };
  if (section !== 'spaces') return { ...shared, digest: `sha256:${bert.files[0]!.sha256}` };
  const { spaces } = (await (await ask('/spaces/spaces.json')).json()) as { spaces: { id: string }[] };
  return { space: spaces[0]!.id, path: 'index.html' };
}

function fill(url: string, { descriptor }: Described, values: Record<string, string>): string {
  return url.replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const value = name === 'catalog.address' ? descriptor.catalog?.address : values[name];
    if (!value) throw new Error(`${url}: nobody knows {${name}}`);
    return value;
  });
}

async function check(request: RequestDescriptor, described: Described, values: Record<string, string>): Promise<void> {
  const claims = Object.entries(RETURNS).filter(([words]) => request.returns.startsWith(words));
  expect(claims, request.returns).toHaveLength(1);
  const url = fill(request.url, described, values);
  expect(request.method).toBe('GET');
  const response = await ask(url, { accept: url.endsWith('/') ? 'text/html' : '*/*' });
  const text = await response.text();
  const [[words, [status, type]]] = claims as [(typeof claims)[0]];
  expect([response.status, response.headers.get('content-type') ?? ''], request.returns).toEqual([
    status,
    expect.stringMatching(type),
  ]);
  // Both differ only in the address that answered.
  if (words === 'this document')
    expect({ ...JSON.parse(text), self: described.descriptor.self }).toEqual(described.descriptor);
  if (request.dialect === 'oci') expect(response.headers.get('docker-distribution-api-version')).toBe('registry/2.0');
  if (request.dialect === 'objects') expect(url).toMatch(/^\/api\/v1\/objects\//);
  if (request.artifact_type !== undefined) expect(JSON.parse(text).artifactType).toBe(request.artifact_type);
  if (request.caps_at !== undefined) {
    expect(url).toContain(`limit=${request.caps_at}`);
    const more = await ask(url.replace(`limit=${request.caps_at}`, `limit=${request.caps_at + 1}`));
    expect(more.status).toBe(400);
  }
}

describe.each(SECTIONS)('%s', (section) => {
  test('every request gets what its `returns` says', async () => {
    const described = await read(section);
    const { list, item, files, fetch } = described.descriptor;
    const values = await examples(section);
    expect(list.length).toBeGreaterThan(0);
    for (const request of [...list, item, ...(files ? [files] : []), fetch]) await check(request, described, values);
  });

  test('the catalog matches its description, or the description says why there is none', async () => {
    const { descriptor } = await read(section);
    const { catalog } = descriptor;
    if (catalog === null) return void expect(descriptor.catalog_note).toMatch(/./);
    const answer = await ask(catalog.fetch.replace('{id}', catalog.address ?? ''));
    expect(answer.headers.get('content-type')?.split(';')[0]).toBe(catalog.media_type);
    expect(((await answer.json()) as { format: string }).format).toBe(catalog.format);
    expect(descriptor.catalog_note).toBeUndefined();
  });

  test('counts equal those of the index', async () => {
    const { descriptor } = await read(section);
    const catalog = (await (await ask(await catalogPath())).json()) as { models: object };
    const { repositories } = (await (await ask('/v2/_catalog')).json()) as { repositories: string[] };
    const own = repositories.length;
    const spaces = repositories.filter((name) => name.startsWith('spaces/')).length;
    const all = Object.keys(catalog.models).length;
    const counted = { models: [all, 0], registry: [all + own, own], spaces: [spaces, spaces], buckets: [0, 0] };
    const docs = descriptor.pages?.length;
    const { described, served_here } = descriptor.inventory;
    expect([described, served_here]).toEqual(section === 'docs' ? [docs, docs] : counted[section]);
  });
});

async function catalogPath(): Promise<string> {
  const { catalog, fetch } = (await (await ask('/.well-known/model-hub.json')).json()) as Record<string, string>;
  return fetch!.replace('{id}', catalog!);
}

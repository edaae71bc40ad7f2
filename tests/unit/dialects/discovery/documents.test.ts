// Tests the documents that are made only from facts about the hub: their contents, and that they leave out what is
// not true.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Briefs, discoveryDocuments } from '../../../../src/dialects/discovery/documents.ts';
import type { DocumentFacts } from '../../../../src/dialects/discovery/facts/hub-facts.ts';
import { facts } from './hub-facts.ts';

const folder = join(import.meta.dirname, '../../../../content/briefs');
const briefs = Object.fromEntries(
  readdirSync(folder).map((file) => [file.slice(0, -'.md'.length), readFileSync(join(folder, file), 'utf8')]),
) as Briefs;

/** Makes all documents, by their paths in the tree. */
const made = (given: Partial<DocumentFacts> = {}, texts: Record<string, string> = {}) =>
  new Map(
    discoveryDocuments({ ...facts, ...given }, { ...briefs, ...texts }).map(({ path, text }) => [
      path.slice('documents/'.length),
      text,
    ]),
  );

const json = (path: string, given?: Partial<DocumentFacts>) => JSON.parse(made(given).get(path) ?? 'null');

const empty: Partial<DocumentFacts> = { models: 0, listed: 0, gated: 0, docs: [], spaces: [], pins: {} };
const { example: _, ...withoutExample } = facts;

describe('briefs', () => {
  test('have the catalog’s counts, and no braces', () => {
    for (const [path, text] of made())
      if (path.endsWith('.md')) expect([path, text]).toEqual([path, expect.not.stringMatching(/\{\{|\}\}|undefined/)]);
    expect(made().get('index.md')).toContain('41 models as of 2026-11-20');
    expect(made().get('agent.md')).toContain('41 models, 37 of them on the browse list, 777 files');
    expect(made().get('models/index.md')).toContain('of 41 open models');
    expect(made({ models: 12_345 }).get('index.md')).toContain('12345 models');
  });

  test('take at most 4 KB at /, also with long names, and a few hundred lines for agents', () => {
    const id = `${'o'.repeat(96)}/${'n'.repeat(96)}`;
    const long = { ...facts.example!, id };
    expect(
      Buffer.byteLength(made({ baseUrl: 'https://models.hub.example.org', example: long }).get('index.md')!),
    ).toBeLessThanOrEqual(4096);
    expect(made().get('agent.md')!.split('\n').length).toBeLessThan(300);
  });

  test('stop the build if they name a fact or a row that does not exist', () => {
    for (const wrong of ['{{modles}}', '{{path nowhere}}', '{{url}}', '{{path toString}}', '{{models now}}'])
      expect(() => made({}, { home: `# A\n\n${wrong}\n` }), wrong).toThrow(
        /content\/briefs\/home\.md: there is no \{\{/,
      );
  });
});

describe('the descriptor and the sections', () => {
  test('a hub without models, pages and apps has no examples', () => {
    const documents = discoveryDocuments({ ...withoutExample, ...empty }, briefs);
    const textAt = (path: string) => documents.find((one) => one.path === `documents/${path}`)!.text;
    const section = (name: string) => JSON.parse(textAt(`${name}/index.json`));
    for (const name of ['models', 'registry', 'spaces']) expect(section(name).one_line).toBeUndefined();
    expect(section('models').inventory.described).toBe(0);
    expect(section('docs').pages).toEqual([]);
    const llms = textAt('llms.txt');
    expect(llms).not.toContain('## Docs');
    expect(llms).toContain('## Sections');
  });

  test('a hub at another address names it in every document with an address', () => {
    const moved = [...made({ baseUrl: 'http://127.0.0.1:4321' })];
    expect(moved.filter(([, text]) => text.includes('hub.example')).map(([path]) => path)).toEqual([
      '.well-known/security.txt',
    ]);
  });
});

describe('archive and pins', () => {
  test('pins name a gateway: the operator’s, otherwise that of the source', () => {
    const { gateway, ...rest } = facts.service;
    expect(json('pins.json')).toEqual({ format: 'hub.model-hub.pins/v1', gateway, models: facts.pins });
    const sources = rest.sources.map((source) => ({
      ...source,
      base: source.token === 'ipfs' ? 'https://gate.example' : source.base,
    }));
    expect(json('pins.json', { service: { ...rest, sources } }).gateway).toBe('https://gate.example');
    const http = { ...rest, sources: sources.filter(({ token }) => token !== 'ipfs') };
    expect(made({ service: http }).has('pins.json')).toBe(false);
    expect(json('archive.json', { service: http }).gateway).toBeUndefined();
  });
});

describe('security.txt', () => {
  const { contact: _contact, ...silent } = facts.service;
  const text = (contact: string | undefined, baseUrl = facts.baseUrl) =>
    made({ baseUrl, service: contact === undefined ? silent : { ...silent, contact } }).get('.well-known/security.txt');

  test('exists if the operator names a contact that RFC 9116 allows', () => {
    expect(text('https://hub.example/contact')).toMatch(
      /^Contact: https:\/\/hub\.example\/contact\nExpires: 2027-09-16T/,
    );
    expect(text(undefined)).toBeUndefined();
    expect(text('http://hub.example/contact')).toBeUndefined();
    expect(text('mailto:a@hub.example', 'http://127.0.0.1:4321')).not.toContain('Canonical');
  });
});

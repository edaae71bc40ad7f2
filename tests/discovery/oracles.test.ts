// Tests the discovery documents with other people's readers of robots.txt, link headers, llms.txt and agent cards.

import { parseLLMSTxt, validateLLMSTxt } from '@25xcodes/llmstxt-parser';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import LinkHeader from 'http-link-header';
import robotsParser from 'robots-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseUrl } from '../fixtures/hub.ts';
import { models } from '../fixtures/rows.ts';
import { serverOfTest } from '../fixtures/server-of-test.ts';
import { type AskHub, fixtureHub } from './fixture-hub.ts';

/** The package's types declare a default export that it does not have. */
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robot;
interface Robot {
  isAllowed(url: string, agent: string): boolean | undefined;
  getSitemaps(): string[];
}

let ask: AskHub;
beforeAll(() => {
  ask = fixtureHub();
});

describe('robots.txt, read by robots-parser', () => {
  const { bert } = models;
  const open = [
    ...['/', '/models/', '/docs/quickstart.md', '/.well-known/model-hub.json', '/llms.txt', `/api/models/${bert.id}`],
    ...[`/v2/${bert.id}/tags/list`, '/api/models?search=resolve'],
  ];
  const closed = [
    ...[`/${bert.id}/resolve/main/config.json`, `/${bert.id}/resolve/${bert.revision}/onnx/model.onnx`],
    ...[`/via/srca/${bert.id}/resolve/main/config.json`, `/via/srca/api/models`, `/${bert.id}/raw/main/config.json`],
    ...[`/v2/${bert.id}/blobs/sha256:${'0'.repeat(64)}`, `/api/models/${bert.id}/xet-read-token/main`],
  ];
  const parsed = async () => parseRobots(`${baseUrl}/robots.txt`, await (await ask('/robots.txt')).text());

  test.each(open)('%s is allowed', async (path) => {
    expect((await parsed()).isAllowed(baseUrl + path, 'AnyBot')).toBe(true);
  });

  test.each(closed)('%s is disallowed', async (path) => {
    expect((await parsed()).isAllowed(baseUrl + path, 'AnyBot')).toBe(false);
  });

  test('names the sitemap', async () => {
    expect((await parsed()).getSitemaps()).toEqual([`${baseUrl}/sitemap.xml`]);
  });
});

describe('Link, read by http-link-header', () => {
  const section = (name: string) => [`/${name}/index.json`, `/${name}/index.md`] as const;
  const places: [path: string, descriptor: string, brief: string][] = [
    ['/', '/.well-known/model-hub.json', '/agent.md'],
    ['/models', ...section('models')],
    ['/buckets', ...section('buckets')],
    ['/docs/', ...section('docs')],
  ];

  test.each(places)('%s names its descriptor, its brief and the API description', async (path, descriptor, brief) => {
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const { headers } = await ask(path, { accept });
      const links = LinkHeader.parse(headers.get('link') ?? '');
      const of = (rel: string) => links.rel(rel).map(({ uri, type }) => [uri, type]);
      expect(of('alternate')).toEqual([[descriptor, 'application/json']]);
      expect(of('describedby')).toEqual([[brief, 'text/markdown']]);
      expect(of('service-desc')).toEqual([['/openapi.json', 'application/vnd.oai.openapi+json']]);
      expect(headers.get('vary')).toMatch(/^Accept(, Accept-Encoding)?$/);
    }
  });
});

describe('llms.txt', () => {
  const read = async () => (await ask('/llms.txt')).text();

  test('is valid for llmstxt-parser, which finds all its links', async () => {
    const text = await read();
    const parsed = parseLLMSTxt(text);
    expect(validateLLMSTxt(parsed)).toMatchObject({ valid: true, errors: [] });
    expect(parsed.sections.flatMap(({ links }) => links)).toHaveLength(text.match(/^- \[/gm)!.length);
  });

  test('has the strict form: title, summary, free text, then sections with only links', async () => {
    const [head = '', ...sections] = (await read()).split(/^## /m);
    expect(head).toMatch(/^# [^\n]+\n\n> [^\n]+\n\n/);
    expect(head.match(/^#/gm)).toHaveLength(1);
    expect(head.match(/^>/gm)).toHaveLength(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(['Start', 'Docs', 'Sections', 'Optional']);
    for (const section of sections)
      for (const line of section
        .split('\n')
        .slice(1)
        .filter((one) => one.trim() !== ''))
        expect(line).toMatch(/^- \[[^\][]+\]\(https?:\/\/[^\s()]+\): \S.*$/);
  });
});

describe('the agent card', () => {
  test('is found by @a2a-js/sdk’s resolver', async () => {
    const text = await (await ask('/.well-known/agent-card.json')).text();
    const base = await serverOfTest((request, response) => {
      const found = request.url === '/.well-known/agent-card.json';
      response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' }).end(found ? text : '');
    });
    const card = await new DefaultAgentCardResolver().resolve(base);
    expect(card).toMatchObject({ name: 'Model Hub', version: expect.any(String) });
    expect(card.skills.map(({ id }) => id)).toContain('resolve-file');
  });
});

// Tests that a word that every object inherits, such as `constructor`, gets the same answer as any unknown word,
// wherever a caller can write it.

import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import type { Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { baseUrl, openInMemory, origin, service } from '../fixtures/hub.ts';
import { sampled } from '../fixtures/in-all.ts';
import { models } from '../fixtures/rows.ts';

const WORDS = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
/**
 * Makes an unknown word that differs from `word` only in its last letter, so that both words sort to the same place.
 */
const plain = (word: string) => `${word.slice(0, -1)}q`;

let hub: Hub;
let address: string;
beforeAll(() => {
  const tree = openInMemory(inject('fixture').dist);
  address = tree.catalog;
  hub = createMemoryHub(tree, { sources: service.sources, origin, baseUrl });
});

interface Asked {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Returns all that a caller can see of an answer, as one text. */
async function seen({ method = 'GET', target, headers = {}, body = '' }: Asked): Promise<string> {
  const given = new Map(Object.entries({ 'x-request-id': 'one', ...headers }));
  const answer = await hub({
    method,
    target,
    header: (name) => given.get(name),
    authorization: () => undefined,
    body: async () => new TextEncoder().encode(body),
  });
  const text = answer.body === undefined ? '' : Buffer.from(answer.body as Uint8Array).toString('latin1');
  return `${answer.status} ${answer.headers.join('|')}\n${text}`;
}

/**
 * Sends the inherited word and an unknown word. Different answers show that code looks up the word in a plain
 * object.
 */
async function expectAlike(asked: (word: string) => Asked): Promise<void> {
  for (const word of WORDS) {
    const with_ = await seen(asked(word));
    const other = await seen(asked(plain(word)));
    // An answer that is a program has the inherited word in its own code, but is the same for both requests.
    if (with_ === other) continue;
    const likewise = with_.replaceAll(word, plain(word)).replaceAll(word.toLowerCase(), plain(word).toLowerCase());
    expect(likewise, `${asked(word).target} with ${word}`).toBe(other);
  }
}

const { bert } = models;
const [owner = '', name = ''] = bert.id.split('/');
const real: Record<string, string> = {
  owner,
  name,
  revision: 'main',
  path: 'config.json',
  prefix: 'onnx',
  reference: 'latest',
  shard: '00f',
  page: 'quickstart',
  date: '2026-11-19',
  space: 'verify',
  part: '1',
  model: `${owner}/${name}`,
  digest: `sha256:${bert.files[0]!.sha256}`,
};
const params = (pattern: string) => [...pattern.matchAll(/\{(\w+)/g)].map(([, param = '']) => param);
const filled = (pattern: string, given: Record<string, string>) =>
  pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, param: string) => given[param] ?? real[param] ?? address);

const FIELDS =
  'limit sort search author pipeline_tag library filter direction cursor recursive size sources fits n last include_prs expand artifactType'.split(
    ' ',
  );
const HEADERS =
  'accept accept-encoding range if-none-match if-range content-type user-agent x-hub-kind x-hub-filename mcp-protocol-version'.split(
    ' ',
  );

const rows = sampled(Object.entries(routes) as [string, Row][]);
describe.each(rows.map(([[name, row], options]) => [name, row, options] as const))(
  'inherited words at the route %s',
  (_, row, options) => {
    const { pattern, methods = ['GET'] } = row;
    test.each(params(pattern))('are safe as {%s}, and as its ending', async (param) => {
      for (const method of methods)
        for (const before of ['', 'x.', 'sha256:', 'blake3:', 'onnx/'])
          await expectAlike((word) => ({ method, target: filled(pattern, { [param]: before + word }) }));
    });

    test('are safe as the name and as the value of a query parameter', async () => {
      const target = filled(pattern, {});
      for (const method of methods) {
        await expectAlike((word) => ({ method, target: `${target}?${word}=1&${word}` }));
        for (const one of FIELDS) await expectAlike((word) => ({ method, target: `${target}?${one}=${word}` }));
      }
    });

    test('are safe in headers', options, async () => {
      const target = filled(pattern, {});
      const forms = ['?', 'text/?', '?/json', '?;q=1', '"?"', '?=0-1'];
      for (const method of methods)
        for (const header of HEADERS)
          for (const form of forms)
            await expectAlike((word) => ({ method, target, headers: { [header]: form.replace('?', word) } }));
    });
  },
);

test('inherited words are safe as a path segment, a source, a host and a method', async () => {
  for (const target of '/? /?/ /api/? /api/models/? /v2/? /v2/?/tags/list /via/?/api/models /via/srca/?'.split(' '))
    await expectAlike((word) => ({ target: target.replace('?', word) }));
  await expectAlike((word) => ({ target: `http://${word}/api/models` }));
  await expectAlike((method) => ({ method, target: '/api/models' }));
});

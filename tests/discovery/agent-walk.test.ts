// Tests an agent that knows only the hub's address: it follows the documents, and ends with bytes that match the
// indexed hash.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blake3Hex } from '../../generator/process/blake3.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';
import { startWalkHub, type WalkHub } from './walk-hub.ts';

const folder = folderOfFile();

let hub: WalkHub;
beforeAll(async () => {
  hub = await startWalkHub(folder);
}, 60_000);
afterAll(() => hub.close());

/** An agent that counts its requests to the hub and the bytes of the answers. It follows no redirects. */
class Agent {
  requests = 0;
  bytes = 0;

  async get(address: string, accept?: string): Promise<{ response: Response; text: string }> {
    const url = new URL(address, hub.base);
    expect(url.origin, 'an agent is sent elsewhere by nothing but a redirect').toBe(hub.base);
    this.requests++;
    const response = await fetch(url, { redirect: 'manual', ...(accept && { headers: { accept } }) });
    const bytes = await response.arrayBuffer();
    this.bytes += bytes.byteLength;
    return { response, text: new TextDecoder().decode(bytes) };
  }
}

const hashAt = async (location: string) =>
  createHash('sha256')
    .update(new Uint8Array(await (await fetch(location)).arrayBuffer()))
    .digest('hex');

const fill = (template: string, values: Record<string, string>) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? expect.fail(`what is {${name}}?`));

const parts = (id: string) => ({ owner: id.split('/')[0]!, name: id.split('/')[1]! });

/** Returns the first piece of code that contains all of `words` in a Markdown text; fails the test if there is none. */
function shownWith(text: string, ...words: string[]): string {
  const shown = [...text.matchAll(/`([^`\n]+)`/g)].map((found) => found[1]!);
  return shown.find((code) => words.every((word) => code.includes(word))) ?? expect.fail(`nothing shows ${words}`);
}

describe('with only the brief at /', () => {
  test('one file with a known id and path takes three requests and 8 KB at most', async () => {
    const { model } = hub.sources.llama;
    for (const [path, { sha256 }] of model.files) {
      const agent = new Agent();
      const { text } = await agent.get('/');
      const [, template = ''] = shownWith(text, 'GET ', '{owner}', '{name}', '{path}').split(' ');
      const promise = /`Location` [^.]*`([\w-]+)` the SHA-256/.exec(text)?.[1] ?? '';
      const { response } = await agent.get(fill(template, { ...parts(model.id), path }));
      expect(response.status).toBe(302);
      expect(response.headers.get(promise)).toBe(`"${sha256}"`);
      expect(await hashAt(response.headers.get('location')!)).toBe(sha256);
      expect(agent.requests).toBeLessThanOrEqual(3);
      expect(agent.bytes).toBeLessThanOrEqual(8 * 1024);
    }
  });

  test('the example of the brief is a real file, and its checksum line names that file', async () => {
    const agent = new Agent();
    const { text } = await agent.get('/');
    const [, name = '', file = ''] = /^curl -sfL -o '([^']+)' '([^']+)'$/m.exec(text) ?? [];
    const [, sums = ''] = /^curl -sf '([^']+)' \| sha256sum /m.exec(text) ?? [];
    const { response } = await agent.get(file);
    const hash = await hashAt(response.headers.get('location')!);
    expect((await agent.get(sums)).text).toContain(`${hash}  ${name}\n`);
  });

  test('the brief leads to a model by a word, and to a file by its hash', async () => {
    const agent = new Agent();
    const { text } = await agent.get('/');
    const search = shownWith(text, 'GET ', '{words}').split(' ')[1]!;
    const rows = JSON.parse((await agent.get(fill(search, { words: 'bert' }))).text);
    const { model } = hub.sources.bert;
    expect(rows.map((row: { id: string }) => row.id)).toContain(model.id);
    const [path, { sha256 }] = [...model.files][0]!;
    const shard = fill(shownWith(text, 'GET ', '/hashes/').split(' ')[1]!, { shard: sha256.slice(0, 3) });
    const named = JSON.parse((await agent.get(shard)).text) as string[][];
    expect(named).toContainEqual([sha256, model.id, model.revision, path]);
  });
});

test('the descriptor at / leads through llms.txt and the models’ descriptor to every file of a model, checked', async () => {
  const agent = new Agent();
  const descriptor = JSON.parse((await agent.get('/', 'application/json')).text);
  const guide = (await agent.get(descriptor.guide)).text;
  const section = guide.split(/^## /m).find((part) => part.startsWith('Sections'))!;
  const link = /\((\S+\/models\/\S+\.json)\)/.exec(section)?.[1] ?? expect.fail('no descriptor of the models');
  const models = JSON.parse((await agent.get(link)).text);
  expect(models.format).toBe('hub.section.descriptor/v1');
  const [first] = JSON.parse((await agent.get(models.list[0].url)).text);
  const values = parts(first.id);
  const files = JSON.parse((await agent.get(fill(models.files.url, values))).text);
  const algorithm = models.verify.algorithm;
  expect(algorithm).toBe('sha256');
  for (const { path, oid } of files) {
    const { response } = await agent.get(fill(models.fetch.url, { ...values, path }));
    expect(await hashAt(response.headers.get('location')!)).toBe(oid);
  }
  expect(files.length).toBeGreaterThan(2);
});

test('the descriptor at / leads through objects alone to every file of a model, each object checked by its address', async () => {
  const agent = new Agent();
  const descriptor = JSON.parse((await agent.get('/', 'application/json')).text);
  const object = async (id: string) => {
    const { text } = await agent.get(fill(descriptor.fetch, { id }));
    expect(`blake3:${blake3Hex(text)}`).toBe(id);
    return JSON.parse(text);
  };
  const catalog = await object(descriptor.catalog);
  expect(catalog.snapshot).toBe(descriptor.snapshot);
  const { model } = hub.sources.gguf;
  const entry = catalog.models[model.id];
  const { files } = await object(entry.model);
  const sources = await Promise.all(entry.sources.map(object));
  const ipfs = sources.find(({ kind }) => kind === 'ipfs');
  for (const { path, sha256 } of files)
    expect(await hashAt(`${hub.sources.running.ipfs.url}/ipfs/${ipfs.root}/${path}`)).toBe(sha256);
});

// Tests `publish` and `fetch`: the bytes are the same after any interruption, and a hash verifies every byte; a fetch from a
// hub that lies stops at once and leaves no file.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answer } from '../../../../functions/request/answer.ts';
import { localFiles } from '../../../../generator/files/local-files.ts';
import { fetchObject } from '../../../../generator/objects/fetch-object.ts';
import { partOf } from '../../../../generator/objects/join-files.ts';
import { indexFiles, indexModel, modelAt } from '../../../../generator/objects/model-of-index.ts';
import { ObjectClient } from '../../../../generator/objects/object-client.ts';
import { publishJoined, publishWhole } from '../../../../generator/objects/publish-files.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { MAX_OBJECT } from '../../../../src/basics/limits.ts';
import { Secret } from '../../../../src/basics/secret.ts';
import { formatObject } from '../../../../src/catalog/catalog-object.ts';
import { type ChunkRecord, formatChunkRecord } from '../../../../src/catalog/chunk-record.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { type Address, addressFromHex } from '../../../../src/nouns/address.ts';
import { MODEL_FORMAT } from '../../../../src/shapes/formats.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';
import { type ObjectHub, startObjectHub, token } from './object-hub.ts';

const CHUNK = 64 * 1024;
const contents: Record<string, Buffer> = {
  'config.json': Buffer.from('{"a":1}'),
  empty: Buffer.alloc(0),
  'onnx/model größe.onnx': bytes(5 * CHUNK),
  'weights.bin': bytes(7 * CHUNK + 123),
};
const total = Object.values(contents).reduce((sum, { length }) => sum + length, 0);
const CHUNKS = 1 + 0 + 5 + 8;

function bytes(length: number): Buffer {
  let state = length;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state >> 16;
  };
  return Buffer.from(Uint8Array.from({ length }, next));
}

let folder: string;
let hub: ObjectHub;
let client: ObjectClient;
let source: string;
let target: string;
beforeEach(async () => {
  folder = folderOfTest();
  hub = await startObjectHub(folder);
  client = new ObjectClient({ base: hub.base, token, pause: 1 });
  [source, target] = [join(folder, 'source'), join(folder, 'target')];
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), content);
  }
});
afterEach(() => hub.close());

const filesIn = (folder: string) => localFiles(folder, () => false);
const recordAt = async (id: Address) => JSON.parse((await client.get(id, 1e6)).toString()) as ChunkRecord;

/** Publishes another record, which anybody may do. */
const put = (record: ChunkRecord) => client.publish(Buffer.from(formatChunkRecord(record)), {});

const publish = (model: Address | null = null, by = client) =>
  publishJoined({
    client: by,
    files: filesIn(source),
    model,
    chunkSize: CHUNK,
    filename: 'source.json',
    progress: silent,
  });

const fetchTo = (address: Address, to = target, from = client) =>
  fetchObject({ client: from, address, to, raw: false, progress: silent });

function expectWhole(): void {
  for (const [path, content] of Object.entries(contents))
    expect(readFileSync(join(target, path)).equals(content), path).toBe(true);
  expect(readdirSync(target, { recursive: true })).toHaveLength(Object.keys(contents).length + 1);
}

const posts = () => hub.asked.filter((line) => line.startsWith('POST'));

test('a folder is the same after publish and fetch; repeating both sends nothing again', async () => {
  const published = await publish();
  const counts = { files: 4, bytes: total, chunks: CHUNKS, sent: CHUNKS, sentBytes: total };
  expect(published).toMatchObject({ joined: true, ...counts });
  expect(posts()).toHaveLength(CHUNKS + 1);
  expect(await fetchTo(published.id)).toEqual({ files: 4, bytes: total, fetchedBytes: total, to: target });
  expectWhole();
  expect(await publish()).toEqual({ ...published, sent: 0, sentBytes: 0 });
  expect(posts()).toHaveLength(CHUNKS + 1);
  expect(await fetchTo(published.id)).toMatchObject({ fetchedBytes: 0 });
});

test('a request is repeated if the hub fails, but not if it refuses', async () => {
  let failures = 0;
  hub.trouble.answer = () => {
    const status = [503, 429, 500][failures++];
    return status === undefined ? undefined : answer(status, 'text/plain', 'later', ['Retry-After', '0']);
  };
  expect(await publishWhole(client, filesIn(source)[0]!, {})).toMatchObject({ sent: 1 });
  hub.trouble.answer = undefined;
  hub.asked.length = 0;
  const stranger = new ObjectClient({ base: hub.base, token: new Secret('very-secret-token'), pause: 1 });
  const refused = await publish(null, stranger).catch((error: Error) => error.message);
  expect(refused).toContain('refuses: Published objects are listed and added with the publisher token');
  expect(refused).not.toContain('very-secret');
  hub.trouble.answer = () => answer(500, 'text/plain', 'broken', ['X-Error-Message', 'It is broken.']);
  await expect(client.look(`blake3:${'0'.repeat(64)}`)).rejects.toThrow('refuses: It is broken.');
  const nobody = new ObjectClient({ base: 'http://127.0.0.1:9', pause: 1 });
  await expect(nobody.look(`blake3:${'0'.repeat(64)}`)).rejects.toThrow('127.0.0.1:9 can’t be reached (');
});

test('a redirect is not followed, so the token goes to nobody else', async () => {
  hub.trouble.answer = ({ target }) =>
    target === '/elsewhere' ? undefined : answer(307, 'text/plain', '', ['Location', `${hub.base}/elsewhere`]);
  hub.asked.length = 0;
  await expect(publish()).rejects.toThrow(
    `${hub.base} redirects to ${hub.base}/elsewhere, which is not followed: name`,
  );
  // The request is not repeated, because it would be redirected again.
  expect(hub.asked).toHaveLength(1);
  expect(hub.asked.some((line) => line.includes('elsewhere'))).toBe(false);
});

describe('a fetch', () => {
  test('continues where it ended, and fetches a damaged chunk again', async () => {
    const { id } = await publish();
    await fetchTo(id);
    const path = join(target, 'weights.bin');
    const whole = readFileSync(path);
    // This is the state after an interruption: the first chunks are whole except for one damaged on the disk, and
    // the rest is missing.
    whole[2 * CHUNK + 5]! ^= 1;
    writeFileSync(partOf(path, sha256Hex(contents['weights.bin']!)), whole.subarray(0, 4 * CHUNK + 77));
    truncateSync(path);
    await expect(fetchTo(id)).rejects.toThrow('is there already and is something else');
    rmSync(path);
    expect(await fetchTo(id)).toMatchObject({ fetchedBytes: 4 * CHUNK + 123 });
    expectWhole();
  });

  test('keeps no bytes that a hub made up', async () => {
    const { id } = await publish();
    const record = await recordAt(id);
    const chunk = record.joined.at(-1)!.chunks[3]!;
    hub.trouble.answer = ({ target, method }) =>
      method === 'GET' && target.endsWith(chunk) ? answer(200, 'text/plain', Buffer.alloc(CHUNK), []) : undefined;
    await expect(fetchTo(id)).rejects.toThrow(`sent bytes that are not ${chunk}`);
    expect(existsSync(join(target, 'weights.bin'))).toBe(false);
    hub.trouble.answer = ({ target, method }) =>
      method === 'GET' && target.endsWith(chunk) ? answer(404, 'text/plain', 'gone', []) : undefined;
    await expect(fetchTo(id)).rejects.toThrow(`has no object ${chunk}`);
    hub.trouble.answer = undefined;
    await fetchTo(id);
    expectWhole();
  });

  test.each([
    [
      'chunks changed places',
      ({ joined }: ChunkRecord) => void joined[3]!.chunks.splice(0, 2, joined[3]!.chunks[1]!, joined[3]!.chunks[0]!),
      'do not make up the file',
    ],
    [
      'no such model',
      (record: ChunkRecord) => Object.assign(record, { model: `blake3:${'0'.repeat(64)}` }),
      'has no object blake3:000',
    ],
  ])('refuses a record where %s', async (_, change, fault) => {
    const { id } = await publish();
    const record = await recordAt(id);
    change(record);
    const lie = await put(record);
    await expect(fetchTo(lie)).rejects.toThrow(fault);
    expect(existsSync(join(target, 'weights.bin'))).toBe(false);
  });

  test.each([
    ['a file that is called like another on its way', ['a', 'a.part']],
    ['equal bytes', ['b', 'b.part', 'b.part.part']],
  ])('keeps apart %s', async (_, paths) => {
    const apart = join(folder, 'apart');
    const textOf = (path: string) => (paths.length > 2 ? 'the same' : `this is ${path}`);
    for (const path of paths) {
      mkdirSync(dirname(join(apart, path)), { recursive: true });
      writeFileSync(join(apart, path), textOf(path));
    }
    const settings = { client, model: null, chunkSize: CHUNK, filename: 'r', progress: silent };
    // Anybody may publish a record, so its files may be in any order.
    const { id } = await publishJoined({ ...settings, files: filesIn(apart) });
    const record = await recordAt(id);
    record.joined.reverse();
    const reversed = await put(record);
    for (const [at, address] of [id, reversed].entries()) {
      const to = join(folder, `to-${at}`);
      expect(await fetchTo(address, to)).toMatchObject({ files: paths.length });
      for (const path of paths) expect(readFileSync(join(to, path), 'utf8')).toBe(textOf(path));
      expect(filesIn(to)).toHaveLength(paths.length);
    }
  });

  test('refuses a file whose path is that of an unfinished file', async () => {
    const { id } = await publish();
    const record = await recordAt(id);
    const [first, second] = record.joined;
    first!.path = partOf(second!.path, second!.sha256);
    const lie = await put(record);
    await expect(fetchTo(lie)).rejects.toThrow('a name that an unfinished file has: nothing is fetched');
    expect(existsSync(target)).toBe(false);
  });

  test('writes a single object under its published name, but only inside the folder', async () => {
    mkdirSync(target);
    const names = { 'notes.txt': 'notes.txt', '../../etc/größe': 'größe', '..': undefined, '.bashrc': undefined };
    for (const [filename, expected] of Object.entries(names)) {
      const id = await client.publish(Buffer.from(`for ${filename}`), { filename, type: 'text/plain' });
      const { to } = await fetchTo(id);
      expect(to).toBe(join(target, expected ?? `${id.slice('blake3:'.length)}.bin`));
      expect(readFileSync(to, 'utf8')).toBe(`for ${filename}`);
      await expect(fetchTo(id)).rejects.toThrow('is there already');
    }
    expect(readdirSync(target)).toHaveLength(4);
  });
});

test('the files of a model are published as that model’s, and both commands check them against the index', async () => {
  const files = Object.entries(contents).map(([path, one]) => ({ path, size: one.length, sha256: sha256Hex(one) }));
  const object = { format: MODEL_FORMAT, id: 'o/n', revision: '0'.repeat(40), license: null, prev: null } as const;
  const put = (list: typeof files) => client.publish(Buffer.from(formatObject({ ...object, files: list })), {});
  const model = await modelAt(client, await put(files));
  writeFileSync(join(source, 'extra.txt'), 'no file of the model');
  const task = silent.start('', 0);
  const own = await indexFiles(model, filesIn(source), task);
  expect(own.map(({ path }) => path).sort()).toEqual(Object.keys(contents).sort());
  const settings = { client, files: own, chunkSize: CHUNK, filename: 'o', progress: silent };
  const { id } = await publishJoined({ ...settings, model: model.address });
  await fetchTo(id);
  expectWhole();
  const other = await put(files.map((one) => ({ ...one, sha256: sha256Hex(Buffer.from(one.path)) })));
  const lie = await publishJoined({ ...settings, model: other });
  await expect(fetchTo(lie.id)).rejects.toThrow('differ in "config.json": nothing is fetched');
  writeFileSync(join(source, 'config.json'), '{"a":2}');
  await expect(indexFiles(model, filesIn(source), task)).rejects.toThrow('config.json is not the file');
  await expect(indexModel(client, 'nobody/has-this')).rejects.toThrow('no model nobody/has-this');
  await expect(modelAt(client, id)).rejects.toThrow('is no model object');
});

const command = (...words: string[]) =>
  hubCommand(words, { HUB_PUBLISHER_TOKEN: 'publisher', HUB_DATA: join(folder, 'data') }, folder);

test('both commands work on the command line', async () => {
  const big = join(source, 'big.bin');
  writeFileSync(big, bytes(2 * 2 ** 20 + 9));
  const published = await command('publish', source, '--hub', hub.base, '--chunk-size', '1');
  expect(published).toMatchObject({ code: 0, err: expect.stringMatching(/^Publishing: /) });
  const [line, address] = published.out.split('\n');
  expect(line).toMatch(/^Published 5 files, [\d,]+ bytes in 6 objects\.$/);
  const fetched = await command('fetch', address!, '--hub', hub.base, '--to', target, '--json');
  expect(fetched).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(fetched.out)).toMatchObject({ files: 5, to: target });
  expect(readFileSync(join(target, 'big.bin')).equals(readFileSync(big))).toBe(true);
  const one = await command('publish', join(source, 'config.json'), '--hub', hub.base, '--json');
  const { id } = JSON.parse(one.out) as { id: Address };
  expect(one).toMatchObject({ code: 0, err: '' });
  const shown = await command('fetch', id, '--to', '-', '--hub', hub.base);
  expect(shown).toMatchObject({ code: 0, out: '{"a":1}' });
  expect(await command('fetch', 'sha256:x')).toMatchObject({ code: 2, out: '' });
  expect(await command('publish', source, '--chunk-size', '64')).toMatchObject({ code: 2, out: '' });
  expect(await command('publish', join(source, 'nothing'), '--hub', hub.base)).toMatchObject({ code: 1, out: '' });
});

describe('a hub that sends other bytes than it promises', () => {
  const text = 'not a record';
  const address = addressFromHex(blake3Hex(Buffer.from(text)));

  const lying = async (answer: RequestListener) => new ObjectClient({ base: await serverOfTest(answer), pause: 1 });

  /**
   * Answers HEAD with the length `announced`. Answers GET with pieces of 64 KiB, until `most` bytes are sent or the
   * client closes.
   */
  const endless =
    (announced: number, most: number, sent: { bytes: number }): RequestListener =>
    (request, response) => {
      if (request.method === 'HEAD') {
        response.writeHead(200, { 'Content-Length': announced }).end();
        return;
      }
      const piece = Buffer.alloc(64 * 1024);
      const send = () => {
        while (!response.destroyed && sent.bytes < most) {
          sent.bytes += piece.length;
          if (!response.write(piece)) return void response.once('drain', send);
        }
        response.end();
      };
      response.writeHead(200);
      send();
    };

  test('more bytes than announced end the fetch, and no part of the file stays', async () => {
    const announced = MAX_OBJECT + 1024 * 1024;
    const sent = { bytes: 0 };
    const liar = await lying(endless(announced, 4 * announced, sent));
    const to = folderOfTest();
    await expect(fetchTo(address, join(to, 'object.bin'), liar)).rejects.toThrow(
      `said that ${address} has ${announced} bytes, and sent more: nothing is kept.`,
    );
    expect(sent.bytes).toBeLessThan(2 * announced);
    expect(readdirSync(to)).toEqual([]);
  });

  test('an object that is announced as larger than memory is not fetched to standard output', async () => {
    const sent = { bytes: 0 };
    const liar = await lying(endless(90_000_000_000, 64 * 1024 * 1024, sent));
    await expect(fetchTo(address, '-', liar)).rejects.toThrow(
      `${address} is too large to be hashed before it is shown: name a file with --to.`,
    );
    expect(sent.bytes).toBe(0);
  });

  test('control characters are escaped, and are not written into names of files', async () => {
    const liar = await lying((request, response) => {
      if (request.url?.endsWith('0')) response.writeHead(403, { 'X-Error-Message': 'no\u009b31m entry' }).end();
      else {
        response.setHeader('Content-Disposition', "attachment; filename*=UTF-8''a%E2%80%AEgnp.exe");
        response.end(text);
      }
    });
    await expect(liar.look(`blake3:${'0'.repeat(64)}`)).rejects.toThrow('refuses: no\\u{9b}31m entry');
    mkdirSync(target);
    await fetchTo(address, target, liar);
    expect(readdirSync(target)).toEqual([`${address.slice('blake3:'.length)}.bin`]);
  });
});

// Tests a hub that sends other bytes than it promises: the fetch stops at once, and leaves no file.
import { readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fetchObject } from '../../../../generator/objects/fetch-object.ts';
import { ObjectClient } from '../../../../generator/objects/object-client.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { MAX_OBJECT } from '../../../../src/basics/limits.ts';
import { addressFromHex } from '../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';

const text = 'not a record';
const address = addressFromHex(blake3Hex(Buffer.from(text)));

async function lying(answer: RequestListener): Promise<{ client: ObjectClient; folder: string }> {
  return { client: new ObjectClient({ base: await serverOfTest(answer), pause: 1 }), folder: folderOfTest() };
}

const fetchTo = (client: ObjectClient, to: string) =>
  fetchObject({ client, address, to, raw: false, progress: silent });

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
  const { client, folder } = await lying(endless(announced, 4 * announced, sent));
  await expect(fetchTo(client, join(folder, 'object.bin'))).rejects.toThrow(
    `said that ${address} has ${announced} bytes, and sent more: nothing is kept.`,
  );
  expect(sent.bytes).toBeLessThan(2 * announced);
  expect(readdirSync(folder)).toEqual([]);
});

test('an object that is announced as larger than memory is not fetched to standard output', async () => {
  const sent = { bytes: 0 };
  const { client } = await lying(endless(90_000_000_000, 64 * 1024 * 1024, sent));
  await expect(fetchTo(client, '-')).rejects.toThrow(
    `${address} is too large to be hashed before it is shown: name a file with --to.`,
  );
  expect(sent.bytes).toBe(0);
});

test('control characters are escaped, and are not written into names of files', async () => {
  const { client, folder } = await lying((request, response) => {
    if (request.url?.endsWith('0')) response.writeHead(403, { 'X-Error-Message': 'no\u009b31m entry' }).end();
    else {
      response.setHeader('Content-Disposition', "attachment; filename*=UTF-8''a%E2%80%AEgnp.exe");
      response.end(text);
    }
  });
  await expect(client.look(`blake3:${'0'.repeat(64)}`)).rejects.toThrow('refuses: no\\u{9b}31m entry');
  await fetchTo(client, folder);
  expect(readdirSync(folder)).toEqual([`${address.slice('blake3:'.length)}.bin`]);
});

// Tests a mirrored hub that sends endless, very slow or invalid data, compressed or not. The error is one sentence
// that names the address.
import { readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MirroredObjects } from '../../../../generator/mirror/mirrored-objects.ts';
import { hubOrigin } from '../../../../generator/mirror/object-origin.ts';
import { ObjectClient } from '../../../../generator/objects/object-client.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import { addressFromHex } from '../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { MIB } from '../../../fixtures/published-objects.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';
import { storeIn } from './origins.ts';

const address = addressFromHex(blake3Hex(Buffer.from('wanted')));
const path = `/api/v1/objects/${address}`;

async function hostile(answer: RequestListener, most = MIB) {
  const base = await serverOfTest(answer);
  const data = folderOfTest();
  const client = new ObjectClient({ base, pause: 1, silence: 300 });
  const origin = hubOrigin(client, most);
  const objects = new MirroredObjects(storeIn(data), origin);
  const left = () =>
    readdirSync(join(data, 'objects'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return { base, origin, objects, left };
}

/** Sends data until the client closes the connection. */
const endless: RequestListener = (_, response) => {
  const send = () => {
    while (!response.destroyed) if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', send);
  };
  send();
};

test('an endless catalog is cut off at its limit, and no part of it stays', async () => {
  const { base, objects, left } = await hostile(endless);
  await expect(objects.catalog(address)).rejects.toThrow(`${base}${path} is larger than the ${MIB} bytes`);
  expect(left()).toEqual([]);
});

test('compressed bytes count after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(65 * MIB));
  const { base, objects, left } = await hostile((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
  });
  await expect(objects.catalog(address)).rejects.toThrow(`${base}${path} is larger than the ${MIB} bytes`);
  await expect(objects.texts([address])).rejects.toThrow(`${base}${path} is larger than the ${64 * MIB} bytes`);
  expect(left()).toEqual([]);
});

test('a list of days is read only up to the largest size that such a list can have', async () => {
  const { base, origin } = await hostile((_, response) => void response.end('['.repeat(4 * MIB + 1)));
  await expect(origin.days()).rejects.toThrow(`${base}/archive.json is larger than the ${4 * MIB} bytes`);
});

test('a catalog whose bytes stop or come too slowly is given up', async () => {
  const stopping = await hostile((_, response) => void response.write('{'));
  await expect(stopping.objects.catalog(address)).rejects.toThrow(
    `${stopping.base}${path} broke off: it sends nothing for too long.`,
  );
  expect(stopping.left()).toEqual([]);
  const trickling = await hostile((_, response) => {
    const timer = setInterval(() => response.write('x'), 1);
    response.on('close', () => clearInterval(timer));
  });
  await expect(trickling.objects.catalog(address)).rejects.toThrow(
    `${trickling.base}${path} broke off: it sends less than 16 kB a second.`,
  );
});

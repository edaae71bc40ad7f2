// Serves the verify app on loopback, and an index of small models whose bytes the tests have.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { openTree } from '../../functions/stores/tree/node-tree.ts';
import { packageFolder, spacesFile, spacesFolder } from '../../generator/process/package-paths.ts';
import { buildSpaces } from '../../generator/spaces/build-spaces.ts';
import { buildFrom, importRows, origin, service } from '../fixtures/hub.ts';
import { servedHub } from '../fixtures/loopback-server.ts';

const sha = (algorithm: string, bytes: string | Uint8Array) => createHash(algorithm).update(bytes).digest('hex');

/** Makes `size` bytes that look like weights, always the same for the same word. */
export function weights(word: string, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let seed = Number.parseInt(sha('sha1', word).slice(0, 8), 16);
  for (let at = 0; at < size; at += 4) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(seed, at);
  }
  return bytes;
}

const licence = Buffer.from('Use it as you like.\n');

/** The files of each model, by id. `tiny-copy` has the vocabulary and the licence of `tiny-bert`. */
export const models: Record<string, Record<string, Buffer>> = {
  'acme/tiny-bert': {
    LICENSE: licence,
    'config.json': Buffer.from('{"hidden_size": 128}\n'),
    'vocab.txt': Buffer.from('[PAD]\n[UNK]\nthe\n'),
    'model.safetensors': weights('tiny-bert', 3_000_000),
    'onnx/model.onnx': weights('tiny-bert onnx', 400_000),
    'onnx/config.json': Buffer.from('{"opset": 14}\n'),
  },
  'acme/tiny-copy': {
    LICENSE: licence,
    'vocab.txt': Buffer.from('[PAD]\n[UNK]\nthe\n'),
    'model.safetensors': weights('tiny-copy', 1_000_000),
  },
};

export const revisionOf = (id: string) => sha('sha1', id);

/** A served hub: pages are at `baseUrl`, apps at `appsUrl`. */
export interface VerifyHub {
  baseUrl: string;
  appsUrl: string;
  close(): Promise<void>;
}

/**
 * Serves the index of `models` and the verify app. With `apart`, the app has an origin of its own. All built files are
 * below `folder`.
 */
export async function startVerifyHub(folder: string, apart = false): Promise<VerifyHub> {
  const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  const rows = Object.entries(models).map(([id, files]) => ({
    id,
    revision: revisionOf(id),
    files: Object.entries(files).map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha('sha256', bytes) })),
  }));
  const catalog = await importRows(places.data, '2026-11-19', rows);
  let spacesUrl: string | undefined;
  const { base: baseUrl, close } = await servedHub(async (base) => {
    spacesUrl = apart ? base.replace('127.0.0.1', 'localhost') : undefined;
    const declared = { declared: spacesFile, sources: spacesFolder, dist: places.dist, hub: apart ? base : '' };
    await buildFrom(places, catalog, (await buildSpaces(declared)).spaces);
    mkdirSync(join(places.dist, 'site/client'), { recursive: true });
    copyFileSync(join(packageFolder, 'public/favicon.svg'), join(places.dist, 'site/client/favicon.svg'));
    return createMemoryHub(openTree(places.dist), { sources: service.sources, origin, baseUrl: base, spacesUrl });
  });
  return { baseUrl, appsUrl: spacesUrl ?? baseUrl, close };
}

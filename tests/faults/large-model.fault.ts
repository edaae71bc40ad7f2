// Sends requests about a model with very many files. A request must not cost more than its own work.
// tests/unit/functions/ports tests that no other caller waits for it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import type { Tree } from '../../functions/ports/ports.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { atOnce } from '../fixtures/at-once.ts';
import { baseUrl, buildFrom, importRows, origin, service } from '../fixtures/hub.ts';
import { treeOver } from '../fixtures/tree-over.ts';
import type { Fault, Outcome } from './fault.ts';
import { type Asked, requestsOf, rowsOfFiles } from './many-files.ts';

const KIB = 1024;
/**
 * The maximum number of KiB of the tree that a request about one file may read: the head of the directions, and a block
 * or two.
 */
const MOST_KIB = 384;
/**
 * The maximum number of KiB for routes that show the most important files, or read a whole built answer of up to a
 * mebibyte.
 */
const SHOWN_KIB = 1024;
/**
 * The maximum number of KiB for a thousand files from all over the model. They may be in all blocks, and the hub reads
 * each block once.
 */
const ALL_BLOCKS_KIB = 2560;
const others: Record<string, number> = {
  get_model: SHOWN_KIB,
  page: SHOWN_KIB,
  'page by size': SHOWN_KIB,
  'Markdown twin': SHOWN_KIB,
  'info at a commit': SHOWN_KIB,
  'paths-info of 1,000': ALL_BLOCKS_KIB,
};

const largeModel: Fault = {
  name: 'large-model',
  promise: 'A request about one file of 250,000 reads a head and a block or two, whatever it asks.',
  run: (scale) => counted({ short: 20_000, long: 250_000 }[scale]),
};

export default largeModel;

/** Sends each request once to a hub with empty caches, and counts the bytes of the tree that the hub reads. */
async function counted(files: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-large-'));
  try {
    const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
    await buildFrom(places, await importRows(places.data, '2026-11-18', rowsOfFiles(files)));
    const figures: string[] = [];
    let held = true;
    for (const [name, make] of Object.entries(requestsOf(files))) {
      const read = Math.ceil((await bytesReadBy(make(), places.dist)) / KIB);
      held &&= read <= (others[name] ?? MOST_KIB);
      figures.push(`${name} ${read} KiB`);
    }
    return { held, figures: `${files} files; ${figures.join(', ')}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bytesReadBy(asked: Asked, dist: string): Promise<number> {
  const count = { bytes: 0 };
  const tree = counting(openTree(dist), count);
  const hub: Hub = createMemoryHub(tree, {
    ...{ sources: service.sources, origin, baseUrl },
    pages: {
      // Reads the data of a model's page. The website itself reads nothing from the tree.
      async render({ asked, status }, hub) {
        const [, , owner = '', name = ''] = asked.split('/');
        if (name !== '') hub.model(owner, name);
        return { status, html: new Uint8Array() };
      },
    },
  });
  const { method, target, headers, body = '' } = asked;
  const given: Record<string, string> = { host: new URL(baseUrl).host, ...headers };
  await hub({
    ...{ method, target },
    header: (name) => given[name],
    authorization: () => undefined,
    body: async () => Buffer.from(body),
  });
  return count.bytes;
}

/** Wraps the tree to count all bytes that are read into memory. Bytes sent directly from disk are not counted. */
function counting(tree: Tree, count: { bytes: number }): Tree {
  return treeOver(tree, {
    read(path) {
      const file = atOnce(tree.read(path));
      const body = file && atOnce(file.body());
      if (body instanceof Uint8Array) count.bytes += body.length;
      return file;
    },
    text(path) {
      const text = atOnce(tree.text(path));
      count.bytes += text?.length ?? 0;
      return text;
    },
    range(path, start, end) {
      const bytes = atOnce(tree.range(path, start, end));
      count.bytes += bytes?.length ?? 0;
      return bytes;
    },
  });
}

// A yardstick thread: holds its part of a tree in memory, then only writes it, or only compresses what is compressed in it.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { brotli, gzip } from '../../../generator/build/compress.ts';
import type { TreePart } from './tree-files.ts';

const { root, part } = workerData as { root: string; part: TreePart };
const files = part.files.map((path) => ({ path, bytes: readFileSync(join(root, path)) }));
const twins = new Set(part.files.filter((path) => path.endsWith('.br')).map((path) => path.slice(0, -'.br'.length)));

export type WriterOrder = { kind: 'write'; to: string } | { kind: 'compress' };

parentPort!.on('message', (order: WriterOrder) => {
  if (order.kind === 'write') write(order.to);
  else compress();
  parentPort!.postMessage('done');
});
parentPort!.postMessage('ready');

function write(to: string): void {
  for (const folder of part.folders) mkdirSync(`${to}/${folder}`, { recursive: true });
  for (const { path, bytes } of files) writeFileSync(`${to}/${path}`, bytes);
  for (const [path, target] of part.links) symlinkSync(target, `${to}/${path}`, 'junction');
}

function compress(): void {
  for (const { path, bytes } of files) {
    if (!twins.has(path)) continue;
    brotli(bytes);
    gzip(bytes);
  }
}

// Runs in a thread of `only-writing.ts`: keeps a part of a tree in memory, and then either only writes its files or
// only compresses their text.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { brotli, gzip, unpackers } from '../../../generator/files/compress.ts';
import { directorySpan, readDirectory, ZIP_TAIL } from '../../../src/tree/zip.ts';
import type { TreePart } from './tree-files.ts';

/** The first four bytes of a pack, which is a ZIP file. */
const ZIP = 0x504b0304;

const { root, part } = workerData as { root: string; part: TreePart };
const files = part.files.map((path) => ({ path, bytes: readFileSync(join(root, path)) }));
/** The texts that packs have compressed, unpacked so that `compress` can compress them again. */
const packed = files.flatMap(({ bytes }) =>
  bytes.length > ZIP_TAIL && bytes.readUInt32BE(0) === ZIP ? plainEntries(bytes) : [],
);

function plainEntries(pack: Buffer): Buffer[] {
  const { start, end } = directorySpan(pack.subarray(-ZIP_TAIL), pack.length);
  const entries = readDirectory(pack.subarray(start, end)).filter(({ name }) => name.endsWith('.gz'));
  return entries.map((entry) => unpackers.gz(pack.subarray(entry.start, entry.end)));
}

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
  for (const bytes of packed) {
    brotli(bytes);
    gzip(bytes);
  }
}

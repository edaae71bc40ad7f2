// Runs in a thread of `only-writing.ts`: keeps a part of a tree in memory, and then only writes its files.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { TreePart } from './tree-files.ts';

const { root, part } = workerData as { root: string; part: TreePart };
const files = part.files.map((path) => ({ path, bytes: readFileSync(join(root, path)) }));

parentPort!.on('message', (to: string) => {
  for (const folder of part.folders) mkdirSync(`${to}/${folder}`, { recursive: true });
  for (const { path, bytes } of files) writeFileSync(`${to}/${path}`, bytes);
  for (const [path, target] of part.links) symlinkSync(target, `${to}/${path}`, 'junction');
  parentPort!.postMessage('done');
});
parentPort!.postMessage('ready');

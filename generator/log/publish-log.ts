// Publishes the log below HUB_DIST: its new files first, its checkpoint last.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ModelIndexWriter } from '../../src/log/model-index.ts';
import { formatVerifierKey, type Head, type VerifierKey } from '../../src/log/note.ts';
import { CHECKPOINT, KEYS, LogDamage } from '../../src/log/tiles.ts';
import { writeDurably } from '../files/durability.ts';
import { hasBytes } from '../files/file-bytes.ts';
import { namesIn, removeIn } from '../files/own-folder.ts';
import { bothCopies, LogFolderWriter, type LogPlaces, removeFullParts, tilesSince } from './log-folder.ts';
import { StateReader } from './state-file.ts';

/** The folder of a log that has the indexes of its models. */
export const INDEX_FOLDER = 'models';

/**
 * Brings the published copy, whose checkpoint is `before`, up to the checkpoint `head`. Rejects with a LogDamage if the
 * log is damaged.
 */
export async function publishLog(
  places: LogPlaces,
  head: Head,
  before: Head | undefined,
  keys: readonly VerifierKey[],
): Promise<void> {
  const { own, published } = places;
  const { size } = head;
  const isGrown = before?.size !== size;
  mkdirSync(published, { recursive: true });
  const out = new LogFolderWriter(published);
  if (isGrown)
    for await (const [path, bytes] of tilesSince(before?.size ?? 0, head, bothCopies(places))) out.put(path, bytes);
  if (isGrown || namesIn(published, INDEX_FOLDER).length === 0)
    eachIndexFile(own, size, (path, text) => out.put(path, text));
  const lines = keys.map((key) => `${formatVerifierKey(key)}\n`).join('');
  if (!hasBytes(join(published, KEYS), Buffer.from(lines))) out.put(KEYS, lines);
  out.flush();
  if (before?.text !== head.text) writeDurably(join(published, CHECKPOINT), head.text);
  removeFullParts(published, before?.size ?? 0, size);
  // Readers who have the earlier checkpoint may still look for models.
  for (const name of namesIn(published, INDEX_FOLDER))
    if (Number(name) !== size && Number(name) !== before?.size) removeIn(published, `${INDEX_FOLDER}/${name}`);
}

/**
 * Makes the index of the models from the state of the log in `folder`, which has `size` leaves. Calls `onFile` for each
 * of its files, with its path below the log. Throws a LogDamage if there is no state.
 */
export function eachIndexFile(folder: string, size: number, onFile: (path: string, text: string) => void): void {
  const state = StateReader.open(folder, size);
  if (!state) throw new LogDamage(`The state of the log in ${folder} is damaged.`);
  const index = new ModelIndexWriter(size, onFile);
  for (let line = state.next(); line; line = state.next()) index.add(line.id, line.index);
  state.close();
  index.finish();
}

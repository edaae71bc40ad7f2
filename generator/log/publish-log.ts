// Publishes the log below HUB_DIST.
import { modelIndex } from '../../src/log/model-index.ts';
import { formatVerifierKey, type Head, type VerifierKey } from '../../src/log/note.ts';
import { LogDamage } from '../../src/log/tiles.ts';
import { namesIn, removeIn } from '../files/own-folder.ts';
import { copyLog } from './copy-log.ts';
import { bothCopies, LogFolderWriter, type LogPlaces, removeFullParts } from './log-folder.ts';
import { StateReader } from './state-file.ts';

/** The folder of a log that has the indexes of its models. */
const INDEX_FOLDER = 'models';

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
  const lines = keys.map((key) => `${formatVerifierKey(key)}\n`).join('');
  const log = { head, copies: bothCopies(places), index: () => indexFiles(own, size), keys: Buffer.from(lines) };
  await copyLog(log, new LogFolderWriter(published));
  removeFullParts(published, before?.size ?? 0, size);
  // Readers who have the earlier checkpoint may still look for models.
  for (const name of namesIn(published, INDEX_FOLDER))
    if (Number(name) !== size && Number(name) !== before?.size) removeIn(published, `${INDEX_FOLDER}/${name}`);
}

/**
 * Makes the index of the models from the state of the log in `folder`, which has `size` leaves. Throws a LogDamage if
 * there is no state.
 */
function* indexFiles(folder: string, size: number): Generator<[path: string, bytes: Uint8Array]> {
  const state = StateReader.open(folder, size);
  if (!state) throw new LogDamage(`The state of the log in ${folder} is damaged.`);
  for (const [path, text] of modelIndex(size, modelsIn(state))) yield [path, Buffer.from(text)];
  state.close();
}

function* modelsIn(state: StateReader): Generator<[id: string, index: number]> {
  for (let line = state.next(); line; line = state.next()) yield [line.id, line.index];
}

// Opens and writes the log of an export. Its files are written before the tree, except the checkpoint, which is written
// after the tree that it names.

import { join } from 'node:path';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { logFiles } from '../../functions/stores/tree/log-files.ts';
import { base64, exactBytes } from '../../src/basics/bytes.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { beginsWith } from '../../src/log/checked-tiles.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { parseSignedCheckpoint } from '../../src/log/note.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { CHECKPOINT, KEYS, LOG_FOLDER, newTiles, tilePath } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { LoggedAs } from '../../src/model-page/model-page.ts';
import { filesBelow, pathBelow } from '../files/own-folder.ts';
import { Failure } from '../process/failure.ts';
import type { ExportedFile, MadeFile } from './export-pages.ts';
import type { ExportRecord } from './export-record.ts';

/** The log of a tree, as files. */
export interface ExportedLog {
  /** The paths of all files but the checkpoint. Files that never change come first. */
  paths: ReadonlySet<string>;
  /** Reads the file at one of the paths. Rejects with a Failure when it is missing. */
  read(path: string): Promise<ExportedFile>;
  checkpoint: MadeFile;
  loggedAs: LoggedAs;
  /** True for files of the earlier log that stay: tiles of any size, and the index of the models. */
  holds(path: string): boolean;
}

/** The path of the checkpoint, which gives the length of an exported log. */
const EXPORTED_CHECKPOINT = `${LOG_FOLDER}/${CHECKPOINT}`;

/**
 * Opens the log in `dist`; undefined if its newest day is not the day of the tree `tree`. `before` records the log of
 * the last export. Rejects with a Failure when the log in `dist` does not extend the log of the last export.
 */
export async function exportedLog(
  dist: string,
  tree: string,
  before: string | undefined,
): Promise<ExportedLog | undefined> {
  const { read } = logFiles(new FolderBytes(join(dist, LOG_FOLDER)));
  const newest = await newestDay(read);
  if (newest?.day.tree !== tree) return undefined;
  const head = parseSignedCheckpoint(newest.checkpoint)!;
  const [size = '0', root = ''] = before?.split(' ') ?? [];
  if (before !== undefined && !(await beginsWith([read], head, { size: Number(size), root: exactBytes(root)! })))
    throw new Failure(
      `The last export has a log of ${counted(Number(size), 'leaf', 'leaves')}, which the log in ${dist} does not ` +
        'continue: published leaves are never taken back. Export with the HUB_DATA that made it, or to another ' +
        'place.',
    );
  const models = indexFolder(newest.size);
  const index = filesBelow(join(dist, LOG_FOLDER, models)).map((file) => pathBelow(join(dist, LOG_FOLDER), file));
  const tiles = newTiles(0, newest.size).map(tilePath);
  const at = (path: string) => `${LOG_FOLDER}/${path}`;
  return {
    paths: new Set([...tiles, ...index, KEYS].map(at)),
    async read(path) {
      const name = path.slice(LOG_FOLDER.length + 1);
      const bytes = await read(name);
      if (!bytes) throw new Failure(`${name} is missing from the log in ${dist}: run "model-hub build" again.`);
      return { path, bytes };
    },
    checkpoint: {
      path: EXPORTED_CHECKPOINT,
      of: `${head.size} ${base64(head.root)} ${sha256Hex(newest.checkpoint)}`,
      make: () => Buffer.from(newest.checkpoint),
    },
    loggedAs: head.note.signatures.some(({ name }) => name === head.origin) ? 'signed' : 'unsigned',
    holds: (path) => path.startsWith(at('tile/')) || path.startsWith(at(models)),
  };
}

/** Writes the log without its checkpoint. Earlier files stay, even those of a log that is no longer exported. */
export async function writeLog(log: ExportedLog | undefined, record: ExportRecord): Promise<void> {
  const { before, after } = record;
  after.log = log?.checkpoint.of ?? before.log;
  const isOfLog = log?.holds ?? ((path: string) => path.startsWith(`${LOG_FOLDER}/`));
  for (const [path, file] of before.files)
    if (isOfLog(path) && (file.sha256 || !log?.paths.has(path))) record.after.files.set(path, file);
  for (const path of log?.paths ?? []) {
    if (!after.files.has(path)) record.put(await log!.read(path));
  }
}

// Makes the log of the example hub: one model and its day, signed with a key that everybody knows.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatCheckpoint } from '../../src/log/checkpoint.ts';
import { DayListWriter, dayFolder } from '../../src/log/day-list.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import { KEYS } from '../../src/log/log-paths.ts';
import { leafHash, rootOf } from '../../src/log/merkle.ts';
import { formatNote, formatVerifierKey, verifierKey } from '../../src/log/note.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { entryBundle, tileAt, tilePath } from '../../src/log/tiles.ts';
import { LOGGED_DAY_FORMAT, LOGGED_MODEL_FORMAT } from '../../src/shapes/formats.ts';
import type { LoggedDay, LoggedModel } from '../../src/shapes/log.ts';

/** The facts in the entries (leaves) of the log: a model with its SHA256SUMS, and a day. */
interface ExampleFacts {
  model: Omit<LoggedModel, 'format' | 'sums'>;
  sums: string;
  day: Omit<LoggedDay, 'format' | 'models' | 'expires'>;
}

const NAME = 'log.example/hub';
/** The secret key. Everybody can read it here, so no real hub has it. */
const SECRET = new Uint8Array(32);
/** The day of the log never expires, because readers may see the example at any time. */
const EXPIRES = '9999-12-31T00:00:00Z';

const utf8 = new TextEncoder();
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Gives the files of the log by their paths in its folder. */
export function exampleLog({ model, sums, day }: ExampleFacts): Map<string, Uint8Array> {
  const modelLeaf = utf8.encode(formatLeaf({ format: LOGGED_MODEL_FORMAT, ...model, sums: sha256Hex(sums) }));
  const list: [string, Uint8Array][] = [];
  const writer = new DayListWriter((path, bytes) => list.push([path, bytes()]));
  writer.add({ id: model.id, index: 0, hash: leafHash(modelLeaf) });
  const models = { count: 1, root: hexOf(writer.finish()) };
  const dayLeaf = utf8.encode(formatLeaf({ format: LOGGED_DAY_FORMAT, ...day, expires: EXPIRES, models }));
  const hashes = [modelLeaf, dayLeaf].map(leafHash);
  const text = formatCheckpoint({ origin: NAME, size: hashes.length, root: rootOf(hashes) });
  const key = verifierKey(NAME, ed25519.getPublicKey(SECRET));
  const signature = { name: NAME, id: key.id, bytes: ed25519.sign(utf8.encode(text), SECRET) };
  return new Map([
    ...list.map(([path, bytes]) => [dayFolder(models.root) + path, bytes] as const),
    [tilePath(tileAt('entries', 0, hashes.length)), entryBundle([modelLeaf, dayLeaf])],
    [tilePath(tileAt(0, 0, hashes.length)), Buffer.concat(hashes)],
    [KEYS, utf8.encode(`${formatVerifierKey(key)}\n`)],
    [CHECKPOINT, utf8.encode(formatNote({ text, signatures: [signature] }))],
  ]);
}

// A place with a log: its two folders, catalogs of made-up models, and whoever signs.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LeafMaker, LoggedIndex } from '../../../../generator/log/append-day.ts';
import { keepLog, type LogReport, type LogSettings } from '../../../../generator/log/keep-log.ts';
import { filesIn } from '../../../../generator/log/log-folder.ts';
import type { LogPlaces } from '../../../../generator/log/open-log.ts';
import type { Signer } from '../../../../generator/log/signers.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { checkProof } from '../../../../src/log/check-proof.ts';
import { parseCheckpoint } from '../../../../src/log/checkpoint.ts';
import { formatLeaf } from '../../../../src/log/leaves.ts';
import { TileHashes } from '../../../../src/log/log-proofs.ts';
import { makeProof, newestDay } from '../../../../src/log/make-proof.ts';
import { equalHashes, isConsistent } from '../../../../src/log/merkle.ts';
import { parseNote } from '../../../../src/log/note.ts';
import { makeSignerKey, parseSignerKey } from '../../../../src/log/signer-key.ts';
import { modelLeaf, ORIGIN, sumsOf } from '../../log/memory-log.ts';

/** By the id of a model what its revision is. */
export type Models = Record<string, string>;

export const NOW = Date.parse('2026-11-20T00:00:00Z');
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A line of the catalog, and the leaf that follows from it. */
export const lineOf = (id: string, revision: string) => `${JSON.stringify(id)}:${JSON.stringify({ revision })}`;

export function leafBytes(id: string, revision: string): Uint8Array {
  return new TextEncoder().encode(formatLeaf(modelLeaf(id, { revision: sha256Hex(revision).slice(0, 40) })));
}

/** Makes leaves, and counts how many it was asked for. */
export class CountedLeaves implements LeafMaker {
  facts = 'facts';
  made = 0;

  keyOf(line: Uint8Array): string {
    return sha256Hex(line).slice(0, 16);
  }

  leafOf(line: Uint8Array): Uint8Array {
    this.made++;
    const [id, { revision }] = Object.entries(
      JSON.parse(`{${Buffer.from(line)}}`) as Record<string, { revision: string }>,
    )[0]!;
    return leafBytes(id, revision);
  }
}

/** Writes a catalog with these models to `path`. */
export function writeCatalog(path: string, models: Models): LoggedIndex['catalog'] {
  const lines = Object.entries(models)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, revision]) => `${lineOf(id, revision)},\n`);
  const head = '{"models":{\n';
  writeFileSync(path, `${head}${lines.join('')}},"rows":[\n`);
  return { path, modelsStart: head.length, address: `blake3:${sha256Hex(lines.join(''))}` };
}

export const someModels = (count: number, revision = 'a'): Models =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`owner-${at % 7}/model-${at}`, revision]));

/** A key of a log. */
export function newSigner(name = ORIGIN): Signer & { line: string } {
  const line = makeSignerKey(name).line.reveal();
  const { key, sign } = parseSignerKey(line)!;
  return { key, sign: (text) => sign(new TextEncoder().encode(text)), line };
}

export class LogPlace {
  readonly folder: string;
  readonly places: LogPlaces;
  readonly leaves = new CountedLeaves();
  settings: LogSettings;
  now = NOW;
  /** Checkpoints that were published, the first one first. */
  readonly published: string[] = [];

  constructor(signers: Signer[] = [newSigner()], origin = ORIGIN) {
    this.folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'model-hub-log-'));
    this.places = { own: join(this.folder, 'data/log'), published: join(this.folder, 'dist/log') };
    mkdirSync(join(this.folder, 'catalogs'));
    this.settings = { places: this.places, signers, origin, witnesses: [], expiryDays: 7, stay: DAY_MS };
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Logs a day with these models. */
  async log(models: Models, more: Partial<Pick<LoggedIndex, 'day' | 'tree'>> = {}): Promise<LogReport> {
    const catalog = writeCatalog(join(this.folder, 'catalogs/today'), models);
    const index = { catalog, leaves: this.leaves, day: '2026-11-20', tree: sha256Hex('tree'), now: this.now, ...more };
    const report = await keepLog(this.settings, index);
    const { checkpoint } = (await newestDay(this.files))!;
    if (checkpoint !== this.published.at(-1)) this.published.push(checkpoint);
    return report;
  }

  get files() {
    return filesIn(this.places.published);
  }

  /** Proves some of these models, those of another revision than most among them, with the published log, and that it extends all that ever was published. */
  async prove(models: Models): Promise<void> {
    await expectExtends(this.places.published, this.published);
    const day = (await newestDay(this.files))!;
    const keys = this.settings.signers.map(({ key }) => key);
    for (const [at, [id, revision]] of Object.entries(models).entries()) {
      if (revision === 'a' && at % 40 !== 0) continue;
      const proof = await makeProof(this.files, day, { id, sums: sumsOf(id) });
      if (!proof) throw new Error(`${id} is not in the day`);
      const { model } = checkProof(proof, { keys }, { id, now: new Date(this.now) });
      if (model.revision !== sha256Hex(revision).slice(0, 40)) throw new Error(`${id} is proved as it was`);
    }
    if (day.day.models.count !== Object.keys(models).length) throw new Error(`${day.day.models.count} models`);
  }
}

/** Throws unless the log in `folder` is whole, and extends every checkpoint of `older`. */
export async function expectExtends(folder: string, older: readonly string[]): Promise<void> {
  const files = filesIn(folder);
  const { checkpoint } = (await newestDay(files))!;
  const head = parseCheckpoint(parseNote(checkpoint)!.text)!;
  const tree = new TileHashes(files, head.size);
  if (!equalHashes(await tree.root(), head.root)) throw new Error('the tiles are not those of the checkpoint');
  for (const text of older) {
    const before = parseCheckpoint(parseNote(text)!.text)!;
    if (before.size > head.size) throw new Error(`${before.size} leaves were published, and ${head.size} are left`);
    if (!isConsistent(before, head, await tree.consistency(before.size)))
      throw new Error(`the log of ${head.size} leaves does not extend that of ${before.size}`);
  }
}

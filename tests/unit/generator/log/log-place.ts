// Makes a log for tests: the folders of its two copies, catalogs of made-up models, and a signer.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedIndex } from '../../../../generator/log/append-day.ts';
import { keepLog, type LogReport, type LogSettings } from '../../../../generator/log/keep-log.ts';
import type { LogPlaces } from '../../../../generator/log/log-folder.ts';
import { filesIn } from '../../../../generator/log/log-folder.ts';
import type { Signer } from '../../../../generator/log/signers.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { tileHashes } from '../../../../src/log/log-proofs.ts';
import { equalHashes } from '../../../../src/log/merkle.ts';
import { makeSignerKey, parseCheckpoint, parseNote, parseSignerKey } from '../../../../src/log/note.ts';
import { checkProof } from '../../../../src/log/proof/check-proof.ts';
import { makeProof, newestDay } from '../../../../src/log/proof/make-proof.ts';
import { isConsistent } from '../../../fixtures/consistency.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { ORIGIN, sumsOf } from '../../log/memory-log.ts';
import { CountedLeaves, type Models, NOW, writeCatalog } from './made-days.ts';

/** Makes a key that signs a log. `line` is its secret text. */
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
  /** The checkpoints that were published so far, the oldest first. */
  readonly published: string[] = [];

  /** The folder is removed after the test, unless the caller gives one. */
  constructor(signers: Signer[] = [newSigner()], origin = ORIGIN, folder?: string) {
    this.folder = folder ?? folderOfTest();
    this.places = { own: join(this.folder, 'data/log'), published: join(this.folder, 'dist/log') };
    mkdirSync(join(this.folder, 'catalogs'), { recursive: true });
    this.settings = { places: this.places, signers, origin, witnesses: [], expiryDays: 7 };
  }

  /** Logs a day with these models. */
  async log(models: Models, more: Partial<Pick<LoggedIndex, 'day' | 'tree' | 'withdrawn'>> = {}): Promise<LogReport> {
    const catalog = writeCatalog(join(this.folder, 'catalogs/today'), models);
    const index = { catalog, leaves: this.leaves, day: '2026-11-20', tree: sha256Hex('tree'), now: this.now, ...more };
    const report = await keepLog(this.settings, index);
    const { checkpoint } = (await newestDay(this.files))!;
    if (checkpoint !== this.published.at(-1)) this.published.push(checkpoint);
    return report;
  }

  /** Removes one copy of the log. */
  lose(copy: keyof LogPlaces): void {
    rmSync(this.places[copy], { recursive: true });
  }

  /** Saves one copy as it is now. Returns a function that puts it back. */
  saved(copy: keyof LogPlaces): () => void {
    const saved = mkdtempSync(join(this.folder, 'saved-'));
    cpSync(this.places[copy], saved, { recursive: true });
    return () => {
      rmSync(this.places[copy], { recursive: true, force: true });
      cpSync(saved, this.places[copy], { recursive: true });
    };
  }

  get files() {
    return filesIn(this.places.published);
  }

  /**
   * Proves some of these models by the published log, above all those with a new revision. Expects that the log
   * extends every checkpoint that was published before.
   */
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

/** Makes a place whose log has a day of these models. */
export async function loggedPlace(models: Models, signers?: Signer[]): Promise<LogPlace> {
  const place = new LogPlace(signers);
  await place.log(models);
  return place;
}

/** Throws unless the log in `folder` is whole, and extends every checkpoint of `older`. */
export async function expectExtends(folder: string, older: readonly string[]): Promise<void> {
  const files = filesIn(folder);
  const { checkpoint } = (await newestDay(files))!;
  const head = parseCheckpoint(parseNote(checkpoint)!.text)!;
  const tree = tileHashes(files, head.size);
  if (!equalHashes(await tree.ofRange(0, head.size), head.root))
    throw new Error('the tiles are not those of the checkpoint');
  for (const text of older) {
    const before = parseCheckpoint(parseNote(text)!.text)!;
    if (before.size > head.size) throw new Error(`${before.size} leaves were published, and ${head.size} are left`);
    if (!isConsistent(before, head, await tree.consistency(before.size)))
      throw new Error(`the log of ${head.size} leaves does not extend that of ${before.size}`);
  }
}

// Unpacks a hub that an earlier version left, for a test; tests/fixtures/upgrades/README.md says how it was made.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { unpackTar as textsOf } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import { hubCommand } from '../faults/hub-command.ts';
import { placeWebsite } from '../faults/stand-in-website.ts';
import type { Version } from '../fixtures/upgrades/old-code.ts';
import { CLOSED, PUBLISHER } from '../fixtures/upgrades/people.ts';

/** The facts that `make.ts` stored with a hub. */
interface OldFacts {
  version: Version;
  /** The time at which the facts were stored, in ISO 8601. */
  made: string;
  /** A token of Alice's that does not expire. */
  token: string;
  /** The variables with which a hub accepts the token. */
  identity: Record<string, string>;
  /** The address of a published object. */
  published: string;
  /** Answers that stay the same in every later version, by path. */
  answers: Record<string, { status: number; location: string | null; text: string }>;
  /** The verifier key of the hub's log, if it has a log. */
  verifier?: string;
}

/** A recorded SQL statement: the number of its connection, its text and values. */
export type Recorded = [connection: number, text: string, values: unknown[]];

const archiveOf = (version: Version) =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/upgrades', `${version}.tar.gz`)));

/** Reads a JSON file from the archive of a version. */
async function readJson<T>(version: Version, name: string): Promise<T> {
  const entries = await textsOf(archiveOf(version), { filter: (header) => header.name === name });
  return JSON.parse(Buffer.from(entries[0]!.data!).toString()) as T;
}

/** The statements of a version, by the kind of database: on a new database, and on a second start. */
export const statementsOf = (version: Version) =>
  readJson<Record<'sqlite' | 'postgres', Record<'first' | 'again', Recorded[]>>>(version, 'sql.json');

export class OldHub {
  readonly facts: OldFacts;
  readonly #folder = mkdtempSync(join(tmpdir(), 'model-hub-old-'));
  readonly env: Record<string, string>;

  private constructor(facts: OldFacts) {
    this.facts = facts;
    this.env = {
      HUB_DATA: this.at('data'),
      HUB_DIST: this.at('dist'),
      HUB_BASE_URL: 'https://hub.example',
      HUB_SOURCE_SRCA: CLOSED,
      HUB_SOURCE_SRCB: CLOSED,
      HUB_SOURCE_IPFS: CLOSED,
      HUB_PUBLISHER_TOKEN: PUBLISHER,
      ...facts.identity,
      ...(facts.verifier !== undefined && { HUB_SIGNING_KEY: `file:${this.at('signing.key')}` }),
    };
  }

  static async open(version: Version): Promise<OldHub> {
    const hub = new OldHub(await readJson<OldFacts>(version, 'facts.json'));
    await pipeline(Readable.from([archiveOf(version)]), unpackTar(hub.#folder));
    placeWebsite(hub.at('dist'));
    return hub;
  }

  at(...path: string[]): string {
    return join(this.#folder, ...path);
  }

  /** Runs a command of this version, which must succeed; returns what it printed. */
  async run(words: string[], more: Record<string, string> = {}): Promise<string> {
    const { code, out, err } = await hubCommand(words, { ...this.env, ...more }, this.#folder);
    if (code !== 0) throw new Error(`model-hub ${words.join(' ')} ended with ${code}: ${out}${err}`);
    return out;
  }

  /** Imports these rows as `day`. */
  async import(day: string, rows: readonly object[]): Promise<void> {
    const file = this.at(`${day}.jsonl`);
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await this.run(['import', file, '--day', day]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

// A hub as an earlier version left it, unpacked for a test: tests/fixtures/upgrades/README.md says how it was made.
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { type Ended, hubCommand } from '../faults/hub-command.ts';
import { placeWebsite } from '../faults/stand-in-website.ts';
import type { Version } from '../fixtures/upgrades/old-code.ts';
import { PUBLISHER } from '../fixtures/upgrades/people.ts';

/** What `make.ts` wrote down beside a hub. */
interface OldFacts {
  version: Version;
  /** A token of Alice's that does not expire. */
  token: string;
  /** The variables by which a hub takes it. */
  identity: Record<string, string>;
  /** The address of a published object. */
  published: string;
  /** Answers that no later version gives otherwise, by path. */
  answers: Record<string, { status: number; location: string | null; text: string }>;
  /** The key of its log, where it has one. */
  verifier?: string;
}

/** A statement: which connection asked it, its text and values. */
export type Recorded = [connection: number, text: string, values: unknown[]];

const fixture = (version: Version, name: string) => join(import.meta.dirname, '../fixtures/upgrades', version, name);

export const factsOf = (version: Version) => JSON.parse(readFileSync(fixture(version, 'facts.json'), 'utf8')) as OldFacts;

/** The statements of a version over a fresh database, and of its second start. */
export const statementsOf = (version: Version, kind: 'sqlite' | 'postgres') =>
  JSON.parse(readFileSync(fixture(version, 'sql.json'), 'utf8'))[kind] as Record<'first' | 'again', Recorded[]>;

export class OldHub {
  readonly facts: OldFacts;
  readonly #folder = mkdtempSync(join(tmpdir(), 'model-hub-old-'));
  readonly env: Record<string, string>;

  private constructor(facts: OldFacts) {
    this.facts = facts;
    this.env = {
      ...{ HUB_DATA: this.at('data'), HUB_DIST: this.at('dist'), HUB_BASE_URL: 'https://hub.example' },
      ...{ HUB_PUBLISHER_TOKEN: PUBLISHER, ...facts.identity },
      ...(facts.verifier !== undefined && { HUB_SIGNING_KEY: `file:${this.at('signing.key')}` }),
    };
  }

  static async open(version: Version): Promise<OldHub> {
    const hub = new OldHub(factsOf(version));
    await pipeline(createReadStream(fixture(version, 'hub.tar.gz')), createGunzip(), unpackTar(hub.#folder));
    placeWebsite(hub.at('dist'));
    return hub;
  }

  at(...path: string[]): string {
    return join(this.#folder, ...path);
  }

  /** A command of today. */
  run(...words: string[]): Promise<Ended> {
    return hubCommand(words, this.env);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

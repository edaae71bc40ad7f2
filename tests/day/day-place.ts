// Makes days of a fake public hub in a folder with its own HUB_DATA and HUB_DIST, and reads the current state there.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type DayReport, runDay } from '../../generator/daily/run-day.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { currentStamp } from '../../generator/packs/tree-layout.ts';
import { type HubStandIn, revisionOf, type StandInModel } from '../crawl/hub-stand-in.ts';
import { placeWebsite } from '../faults/stand-in-website.ts';

const MOST = {
  models: 1000,
  files_of_a_model: 1000,
  bytes_of_a_model: 1e12,
  requests: 1e6,
  bytes: 1e10,
  under_way: 8,
};

/** The model whose revision `now` reads. Each edition has another revision of this model. */
const MODEL = 'acme/m0';

/**
 * Makes the models of edition `number`. The config.json and the weights of every second model contain the number; all
 * other files stay the same.
 */
export const edition = (number: number, models = 6): StandInModel[] =>
  Array.from({ length: models }, (_, at) => ({
    id: `acme/m${at}`,
    files: {
      LICENSE: 'one text for all',
      'config.json': `{"model":${at},"edition":${at % 2 === 0 ? number : 0}}`,
      'model.safetensors': `weights ${at} ${at % 2 === 0 ? number : 0}`,
    },
    large: ['model.safetensors'],
  }));

export class DayPlace {
  readonly folder: string;
  readonly data: string;
  readonly dist: string;
  /** The folder that a day exports plain files to. */
  readonly files: string;
  readonly #rules: string;
  readonly #hub: HubStandIn;

  /** Uses a new folder, or `folder`, where another DayPlace worked before. */
  constructor(hub: HubStandIn, folder = mkdtempSync(join(tmpdir(), 'model-hub-day-'))) {
    this.#hub = hub;
    this.folder = folder;
    [this.data, this.dist, this.files] = ['data', 'dist', 'files'].map((name) => join(this.folder, name)) as [
      string,
      string,
      string,
    ];
    this.#rules = join(this.folder, 'index.yaml');
    if (existsSync(this.dist)) return;
    mkdirSync(this.dist, { recursive: true });
    writeFileSync(
      this.#rules,
      stringify({ source: 'srca', wishes: { owners: ['acme'] }, most: MOST, unreached_percent: 10 }),
    );
    placeWebsite(this.dist);
  }

  /** The environment variables of `model-hub day` for this place. */
  get env(): Record<string, string> {
    return { HUB_DATA: this.data, HUB_DIST: this.dist, HUB_SOURCE_SRCA: this.#hub.url };
  }

  words(day: string, ...more: string[]): string[] {
    return ['day', '--day', day, '--rules', this.#rules, '--export', this.files, ...more];
  }

  /** Runs `model-hub day` in this process. */
  day(
    day: string,
    more: Partial<Parameters<typeof runDay>[1]> = {},
    env: Record<string, string> = {},
  ): Promise<DayReport> {
    const files = { to: this.files };
    const request = { day, ids: [], rules: this.#rules, files, bucket: undefined, isQuiet: true };
    return runDay({ ...this.env, ...env }, { ...request, pause: 1, silence: 2000, ...more });
  }

  /** Returns the current day of the index, the day of the tree, and the model's revision in the plain files. */
  now(): { index: string | undefined; tree: string | undefined; files: string | undefined } {
    const told = join(this.files, 'api/models', MODEL, 'index.json');
    return {
      index: readPointer(this.data)?.snapshot,
      tree: currentStamp(this.dist)?.stamp.snapshot,
      files: existsSync(told) ? (JSON.parse(readFileSync(told, 'utf8')) as { sha: string }).sha : undefined,
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the revision of `MODEL` in an edition. */
export const revisionIn = (models: readonly StandInModel[]) => revisionOf(models.find(({ id }) => id === MODEL)!);

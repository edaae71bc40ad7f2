// Keeps facts about some models in the tree, so that the next build need not read the source objects of unchanged
// models.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sortedByKey } from '../../src/basics/records.ts';
import { bySize, PROBE_FILES, type ProbeFile, type ProbeFiles } from '../../src/catalog/source-holdings.ts';
import type { Pin } from '../../src/shapes/discovery.ts';
import type { ListReader } from '../packs/list-reader.ts';
import type { WrittenModel } from './jobs.ts';

/** The file with the pins, as a path in the tree. */
const PINS = 'build/pins.json';

/** The pins, and the small files by which sources are probed. */
export class KeptFacts {
  readonly #pins: Map<string, Pin>;
  readonly #probeFiles: KeptProbeFiles;

  /** Starts with the facts in the tree with the list `list`, or with none if there is no tree. */
  constructor(list: ListReader | undefined) {
    const read = (path: string) => JSON.parse(list?.read(path)?.toString() ?? '{}');
    this.#pins = new Map(Object.entries<Pin>(read(PINS)));
    this.#probeFiles = new KeptProbeFiles(read(PROBE_FILES));
  }

  forget(id: string): void {
    this.#pins.delete(id);
    this.#probeFiles.forget(id);
  }

  /** Adds the facts about a model that was written. */
  take(id: string, { pin, probeFiles = [] }: WrittenModel): void {
    if (pin) this.#pins.set(id, pin);
    for (const [token, file] of probeFiles) this.#probeFiles.add(token, file);
  }

  /** Writes the facts into the folder `draft`. Returns the pins, sorted by id. */
  write(draft: string): Record<string, Pin> {
    const pins = sortedByKey(this.#pins);
    mkdirSync(dirname(join(draft, PINS)), { recursive: true });
    for (const [path, facts] of [
      [PINS, pins],
      [PROBE_FILES, this.#probeFiles.list()],
    ] as const)
      writeFileSync(join(draft, path), JSON.stringify(facts));
    return pins;
  }
}

/**
 * The maximum number of files kept for a source. One of them is probed. Another replaces it if its model is removed.
 */
const MOST = 32;

/** Keeps small files of each source while models are added and removed. */
class KeptProbeFiles {
  /** The files of each source, by the source's token and the id of the model. */
  readonly #kept: Map<string, Map<string, ProbeFile>>;

  /** Starts with the files of `before`. */
  constructor(before: ProbeFiles = {}) {
    const byModel = ([token, { files }]: [string, ProbeFiles[string]]) =>
      [token, new Map(files.map((file) => [file.model, file]))] as const;
    this.#kept = new Map(Object.entries(before).map(byModel));
  }

  forget(model: string): void {
    for (const files of this.#kept.values()) files.delete(model);
  }

  add(token: string, file: ProbeFile): void {
    const files = this.#kept.get(token) ?? new Map<string, ProbeFile>();
    this.#kept.set(token, files.set(file.model, file));
    if (files.size > 4 * MOST) for (const { model } of sorted(files).slice(MOST)) files.delete(model);
  }

  /** Lists the kept files of each source, the smallest first. */
  list(): ProbeFiles {
    return sortedByKey(
      [...this.#kept]
        .filter(([, files]) => files.size > 0)
        .map(([token, files]) => [token, { files: sorted(files).slice(0, MOST) }] as const),
    );
  }
}

const sorted = (files: ReadonlyMap<string, ProbeFile>) => [...files.values()].sort(bySize);

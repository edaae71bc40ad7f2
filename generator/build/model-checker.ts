// Reads a model's folder back and compares it, byte for byte, with what the renderers give for its objects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paysToCompress } from '../../src/compression.ts';
import { unpackers } from './compress.ts';
import { HashSpool } from './hash-spool.ts';
import type { ModelJob } from './jobs.ts';
import { ModelReader, type ReaderSettings } from './model-reader.ts';

/** Checks models of the tree at `folder`, whose objects are read from the tree itself. */
export class ModelChecker {
  readonly #folder: string;
  readonly #reader: ModelReader;
  readonly #spool: HashSpool;

  constructor(settings: ReaderSettings & { folder: string; spool: string }, name: string) {
    this.#folder = settings.folder;
    this.#reader = new ModelReader(settings);
    this.#spool = new HashSpool(settings.spool, name);
  }

  /** What is wrong with these models, a sentence each; the hash rows they should have go to the spool. */
  check(models: ModelJob[]): string[] {
    return models.flatMap((job) => {
      try {
        return this.#checkModel(job);
      } catch (error) {
        return [`${job.id}: ${(error as Error).message}`];
      }
    });
  }

  flush(): void {
    this.#spool.flush();
  }

  #checkModel(job: ModelJob): string[] {
    const { model, files } = this.#reader.render(job, () => {});
    if (model) this.#spool.add('+', model);
    const faults: string[] = [];
    for (const { path, text, compressed } of files) {
      const target = join(this.#folder, 'models', job.id, path);
      const bytes = Buffer.from(text);
      if (!holds(target, bytes, (found) => found)) faults.push(`${target} is missing or differs`);
      if (compressed && paysToCompress(bytes.length))
        for (const [ending, unpack] of Object.entries(unpackers))
          if (!holds(`${target}.${ending}`, bytes, unpack)) faults.push(`${target}.${ending} is missing or differs`);
    }
    return faults;
  }
}

function holds(path: string, expected: Buffer, unpack: (bytes: Buffer) => Buffer): boolean {
  try {
    return unpack(readFileSync(path)).equals(expected);
  } catch {
    return false;
  }
}

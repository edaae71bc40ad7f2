// Reads a model's folder back and compares it, byte for byte, with what the renderers give for its objects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paysToCompress } from '../../src/compression.ts';
import { unpackers } from './compress.ts';
import { HashSpool } from './hash-spool.ts';
import type { ModelJob } from './jobs.ts';
import { ModelReader, type ReaderSettings } from './model-reader.ts';
import type { RenderedFile } from './renderers.ts';

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
  async check(models: ModelJob[]): Promise<string[]> {
    const faults: string[] = [];
    for (const job of models) {
      try {
        faults.push(...(await this.#checkModel(job)));
      } catch (error) {
        faults.push(`${job.id}: ${(error as Error).message}`);
      }
    }
    return faults;
  }

  flush(): void {
    this.#spool.flush();
  }

  async #checkModel(job: ModelJob): Promise<string[]> {
    const { model, files, page } = await this.#reader.render(job, () => {});
    if (model) this.#spool.add('+', model);
    const faults = [...files].flatMap((file) => this.#checkFile(job.id, file));
    return page ? [...faults, ...this.#checkFile(job.id, await page())] : faults;
  }

  #checkFile(id: string, { path, text, compressed }: RenderedFile): string[] {
    const target = join(this.#folder, 'models', id, path);
    const bytes = Buffer.from(text as string);
    const endings = compressed && paysToCompress(bytes.length) ? Object.entries(unpackers) : [];
    const good = [
      [target, holds(target, bytes, (found) => found)] as const,
      ...endings.map(
        ([ending, unpack]) => [`${target}.${ending}`, holds(`${target}.${ending}`, bytes, unpack)] as const,
      ),
    ];
    return good.filter(([, held]) => !held).map(([file]) => `${file} is missing or differs`);
  }
}

function holds(path: string, expected: Buffer, unpack: (bytes: Buffer) => Buffer): boolean {
  try {
    return unpack(readFileSync(path)).equals(expected);
  } catch {
    return false;
  }
}

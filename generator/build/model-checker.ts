// Reads a model's folder back and compares it, byte for byte, with what the renderers give for its objects.
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import type { Address } from '../../src/address.ts';
import { paysToCompress } from '../../src/compression.ts';
import type { ObjectKind } from '../../src/media-types.ts';
import { unpackers } from './compress.ts';
import { HashSpool } from './hash-spool.ts';
import type { Fault, ModelJob } from './jobs.ts';
import { ModelReader, type ReaderSettings } from './model-reader.ts';
import type { NamedObjects } from './named-objects.ts';
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

  /** What is wrong with these models; the hash rows they should have go to the spool. */
  async check(models: ModelJob[]): Promise<Fault[]> {
    const faults: Fault[] = [];
    for (const job of models) {
      try {
        const said = await this.#checkModel(job);
        faults.push(...said.map((one) => ({ said: one, model: job.id })));
      } catch (error) {
        // Its hash rows are not known then, and the shards are found to differ as well.
        faults.push({ said: `${job.id}: ${(error as Error).message}`, model: job.id });
      }
    }
    return faults;
  }

  /** What is wrong with these objects: each is read out of the store, and so hashed. */
  checkObjects({ models, sources }: NamedObjects): Fault[] {
    const check = (kind: ObjectKind, addresses: readonly Address[]) =>
      addresses.flatMap((address): Fault[] => {
        try {
          this.#reader.store.getBytes(address);
          return [];
        } catch (error) {
          return [{ said: (error as Error).message, object: { kind, address } }];
        }
      });
    return [...check('model', models), ...check('source', sources)];
  }

  flush(): void {
    this.#spool.flush();
  }

  async #checkModel(job: ModelJob): Promise<string[]> {
    const { model, files, page } = await this.#reader.render(job, false, () => {});
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
    return unpack(readOwnFile(path)).equals(expected);
  } catch {
    return false;
  }
}

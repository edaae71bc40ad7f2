// Compares the pack of a model byte for byte with the answers that the renderers make from the model's objects.

import { paysToCompress } from '../../../src/basics/compression.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { ObjectKind } from '../../../src/nouns/media-types.ts';
import type { Pack } from '../../../src/tree/pack.ts';
import { modelKey } from '../../../src/tree/static-tree.ts';
import type { Shard } from '../../../src/tree/tree-list.ts';
import type { NamedObjects } from '../../days/named-objects.ts';
import { unpackers } from '../../files/compress.ts';
import { packAt, readPacked } from '../../packs/dist-store.ts';
import { ListReader, storedEntry } from '../../packs/list-reader.ts';
import type { RenderedFile } from '../../packs/pack-maker.ts';
import type { TornFault } from '../../packs/torn-note.ts';
import { HashSpool } from '../documents/hash-spool.ts';
import type { ModelJob } from '../threads/jobs.ts';
import { ModelReader, type ReaderSettings } from './model-reader.ts';

/** Checks models of the tree with the list `list`. Reads their objects from the tree itself. */
export class ModelChecker {
  readonly #dist: string;
  readonly #list: ListReader;
  readonly #reader: ModelReader;
  readonly #spool: HashSpool;

  constructor(settings: ReaderSettings & { dist: string; list: readonly Shard[]; spool: string }, name: string) {
    this.#dist = settings.dist;
    this.#list = new ListReader(settings.dist, settings.list);
    this.#reader = new ModelReader(settings);
    this.#spool = new HashSpool(settings.spool, name);
  }

  /**
   * Finds the faults of `models`. Also writes the rows that these models should have in `/hashes/`, for `checkShards`.
   */
  async check(models: ModelJob[]): Promise<TornFault[]> {
    const faults: TornFault[] = [];
    for (const job of models) {
      try {
        const said = await this.#checkModel(job);
        faults.push(...said.map((one) => ({ said: one, model: job.id })));
      } catch (error) {
        // After an error the model's rows for `/hashes/` are missing, so the check of the shards will report
        // differences too.
        faults.push({ said: `${job.id}: ${(error as Error).message}`, model: job.id });
      }
    }
    return faults;
  }

  /** Reads and hashes objects. Returns the damaged ones as faults, and the addresses of missing cards. */
  checkObjects({ models, sources, cards }: NamedObjects): { faults: TornFault[]; goneCards: Address[] } {
    const check = (kind: ObjectKind, addresses: readonly Address[]) =>
      addresses.flatMap((address): TornFault[] => {
        try {
          this.#reader.store.getBytes(address);
          return [];
        } catch (error) {
          return [{ said: (error as Error).message, object: { kind, address } }];
        }
      });
    const isHere = (card: Address) => this.#reader.store.has(card);
    return {
      faults: [...check('model', models), ...check('source', sources), ...check('card', cards.filter(isHere))],
      goneCards: cards.filter((card) => !isHere(card)),
    };
  }

  flush(): void {
    this.#spool.flush();
  }

  async #checkModel(job: ModelJob): Promise<string[]> {
    const { model, files, page } = await this.#reader.render(job, false, () => {});
    if (model) this.#spool.add('+', model);
    const pack = this.#packOf(job.id);
    if (!pack) return [`${modelKey(job.id)} is missing or damaged`];
    const faults = [...files].flatMap((file) => this.#checkFile(job.id, pack, file));
    return page ? [...faults, ...this.#checkFile(job.id, pack, await page())] : faults;
  }

  /** Returns the pack of a model; undefined if it is missing or damaged. */
  #packOf(id: string): Pack | undefined {
    try {
      const listed = this.#list.find(modelKey(id));
      // Reads the whole pack to check its hash, because other checks read only parts of it.
      if (listed) readPacked(this.#dist, listed.sha256);
      return listed && packAt(this.#dist, listed);
    } catch {
      return undefined;
    }
  }

  #checkFile(id: string, pack: Pack, { path, text, compressed }: RenderedFile): string[] {
    const bytes = Buffer.from(text as string);
    const kept = compressed === 'gz' ? COMPRESSED.filter(([ending]) => ending === '.gz') : COMPRESSED;
    const forms = compressed && paysToCompress(bytes.length) ? kept : PLAIN;
    const torn = forms.filter(([ending, unpack]) => !holds(pack, path + ending, bytes, unpack));
    return torn.map(([ending]) => `${modelKey(id)}/${path}${ending} is missing or differs`);
  }
}

type Unpack = (bytes: Buffer) => Buffer;
const PLAIN: [ending: string, unpack: Unpack][] = [['', (bytes) => bytes]];
const COMPRESSED = Object.entries(unpackers).map(([ending, unpack]): [string, Unpack] => [`.${ending}`, unpack]);

function holds(pack: Pack, name: string, expected: Buffer, unpack: Unpack): boolean {
  try {
    const found = storedEntry(pack, name);
    return found !== undefined && unpack(found).equals(expected);
  } catch {
    return false;
  }
}

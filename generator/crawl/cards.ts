// Keeps the cards of models, which are the texts of README.md. The crawl's database holds each text under the SHA-256
// of its file, and an import adds it to the model's row.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { CARD_PATH, MAX_CARD } from '../../src/catalog/card-object.ts';
import type { CardObject } from '../../src/shapes/objects.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream } from './hub-upstream.ts';
import type { SourceFile } from './others/other-source.ts';

interface CardSettings {
  upstream: HubUpstream;
  memory: CrawlMemory;
  /** False if the rules keep no cards. */
  isKept: boolean;
  /** Models whose cards must not be kept (ids in lower case). */
  takedowns: ReadonlySet<string>;
}

export class Cards {
  readonly #settings: CardSettings;

  constructor(settings: CardSettings) {
    this.#settings = settings;
  }

  /** Keeps the text of a small file if it is a card. The file was read and its hash checked before. */
  note({ path, sha256 }: SourceFile, bytes: Buffer): void {
    if (this.#settings.isKept && path === CARD_PATH && bytes.length <= MAX_CARD) this.#keep(sha256, bytes);
  }

  /** Keeps a card of the day before, for a model whose old row stays. */
  keep({ sha256, text }: CardObject): void {
    this.#settings.memory.keepCard(sha256, text);
  }

  /**
   * Fetches the text of a model's card if it is not kept yet. A README.md in large storage is not read with the small
   * files, and an earlier run may have kept no cards. Rejects when the upstream can't be reached, or sends other bytes.
   */
  async fetch(id: string, revision: string, files: readonly SourceFile[]): Promise<void> {
    const { upstream, memory } = this.#settings;
    const file = this.#cardOf(id, files);
    if (!file || memory.card(file.sha256) !== undefined) return;
    const bytes = await upstream.bytes(id, revision, file.path);
    if (bytes.length !== file.size || hash('sha256', bytes) !== file.sha256)
      throw new Error(`the bytes of ${file.path} are not those of its SHA-256 ${file.sha256}`);
    this.#keep(file.sha256, bytes);
  }

  /** Keeps the text. For bytes that are no text it keeps an empty text, so that they are not read again. */
  #keep(sha256: string, bytes: Buffer): void {
    this.#settings.memory.keepCard(sha256, isUtf8(bytes) ? bytes.toString() : '');
  }

  /** Adds the text of the model's card to an import row, if the text is kept. */
  withCard<R extends object>(row: R): R & { card?: string } {
    const { id, files } = row as { id?: string; files?: SourceFile[] };
    const file = id === undefined || !files ? undefined : this.#cardOf(id, files);
    const card = file && this.#settings.memory.card(file.sha256);
    return card ? { ...row, card } : row;
  }

  #cardOf(id: string, files: readonly SourceFile[]): SourceFile | undefined {
    const { isKept, takedowns } = this.#settings;
    if (!isKept || takedowns.has(id.toLowerCase())) return undefined;
    return files.find(({ path, size }) => path === CARD_PATH && size > 0 && size <= MAX_CARD);
  }
}

// Reads the files of models as far as an index needs them: the hashes of files that are in git itself, cards, which are
// the texts of README.md, and the headers of weights.
import { isUtf8 } from 'node:buffer';
import { createHash, hash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../src/basics/records.ts';
import { CARD_PATH, MAX_CARD } from '../../src/catalog/catalog-object.ts';
import { usableCopy } from '../../src/model/usable-copy.ts';
import { compareBytewise } from '../../src/nouns/file-path.ts';
import type { ModelFile } from '../../src/shapes/objects.ts';
import type { HeaderQuestion, HeaderReply } from '../import/headers/header-process.ts';
import { headerEnd } from '../import/headers/safetensors-header.ts';
import { LimitedProcess } from '../process/limited-process.ts';
import type { KnownHeader } from './crawl-memory.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { UpstreamFile } from './hub-upstream.ts';

/** A model at a commit. */
interface AtCommit {
  id: string;
  revision: string;
}

/** The maximum number of attempts to get bytes that have the hash in the listing. An upstream's cache may be outdated. */
const TRIES = 2;
/**
 * The maximum number of safetensors headers that are read of one model. The largest models have about two hundred
 * shards.
 */
const MOST_HEADERS = 512;
/**
 * The lengths in bytes of the beginnings of a GGUF file that are fetched, one after the other, until one has the whole
 * header. A vocabulary takes most of a header.
 */
const BEGINNINGS = [1, 8, 32].map((mebibytes) => mebibytes << 20);
/** The number of bytes of a safetensors file that are fetched first. Most headers end within them. */
const FIRST_READ = 64 * 1024;
const LIMITS = { memoryMb: 1024, time: 20_000 };
const PROCESS = new URL('../import/headers/header-process.ts', import.meta.url);

/** Computes the git SHA-1 of a blob. Git hashes the word `blob`, a space, the length, a NUL, and the bytes. */
export const blobHash = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

export class ModelFiles {
  readonly #run: Pick<CrawlRun, 'upstream' | 'memory' | 'day' | 'rules'>;
  readonly #takedowns: ReadonlySet<string>;
  /** The fetches that are running, by git SHA-1. Callers that need the same content share a fetch. */
  readonly #underWay = new Map<string, Promise<string>>();
  readonly #parser = new LimitedProcess<HeaderQuestion, HeaderReply>(PROCESS, LIMITS);
  readonly #folder = mkdtempSync(join(tmpdir(), 'model-hub-headers-'));
  /** Settles when the last header is parsed. Only one header is parsed at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  /** `takedowns` are models whose cards must not be kept (ids in lower case). */
  constructor(run: Pick<CrawlRun, 'upstream' | 'memory' | 'day' | 'rules'>, takedowns: ReadonlySet<string>) {
    this.#run = run;
    this.#takedowns = takedowns;
  }

  stop(): void {
    this.#parser.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Gives the SHA-256 of a file in git, whose content is fetched once for all models and days. If the bytes can't be
   * read, throws an error whose message is the end of a sentence.
   */
  sha256Of(model: AtCommit, file: UpstreamFile): string | Promise<string> {
    const known = this.#run.memory.get('file', file.git);
    if (known?.size === file.size) return known.sha256;
    const fetched =
      this.#underWay.get(file.git) ?? this.#hash(model, file).finally(() => this.#underWay.delete(file.git));
    this.#underWay.set(file.git, fetched);
    return fetched;
  }

  async #hash({ id, revision }: AtCommit, { path, size, git }: UpstreamFile): Promise<string> {
    const { upstream, memory } = this.#run;
    for (let attempt = 1; ; attempt++) {
      const bytes = await upstream.bytes(id, revision, path);
      if (bytes.length === size && blobHash(bytes) === git) {
        const sha256 = hash('sha256', bytes);
        if (this.#keepsCards && path === CARD_PATH && size <= MAX_CARD) memory.set('card', sha256, textOf(bytes));
        memory.set('file', git, { sha256, size });
        return sha256;
      }
      if (attempt >= TRIES) throw new Error(`the bytes of ${path} are not those of its blob ${git}`);
    }
  }

  /**
   * Fetches the text of a model's card if it is not kept yet. A README.md in large storage is not hashed here, and an
   * earlier run may have kept no cards. Rejects when the upstream can't be reached, or sends other bytes.
   */
  async fetchCard({ id, revision }: AtCommit, files: readonly ModelFile[]): Promise<void> {
    const { upstream, memory } = this.#run;
    const file = this.#cardOf(id, files);
    if (!file || memory.get('card', file.sha256) !== undefined) return;
    const bytes = await upstream.bytes(id, revision, file.path);
    if (hash('sha256', bytes) !== file.sha256)
      throw new Error(`the bytes of ${file.path} are not those of its SHA-256 ${file.sha256}`);
    memory.set('card', file.sha256, textOf(bytes));
  }

  /** Gives the text of a model's card as part of an import row, if it is kept. */
  cardIn({ id, files }: { id: string; files: readonly ModelFile[] }): { card?: string } {
    const file = this.#cardOf(id, files);
    const card = file && this.#run.memory.get('card', file.sha256);
    return card ? { card } : {};
  }

  get #keepsCards(): boolean {
    return this.#run.rules.cards ?? true;
  }

  #cardOf(id: string, files: readonly ModelFile[]): ModelFile | undefined {
    if (!this.#keepsCards || this.#takedowns.has(id.toLowerCase())) return undefined;
    return files.find(({ path, size }) => path === CARD_PATH && size > 0 && size <= MAX_CARD);
  }

  /**
   * Adds the facts of their headers to GGUF files, and to all shards of one usable copy in safetensors. Gives the paths
   * of files whose header can't be read; it is tried again on another day. Rejects when a file can't be fetched.
   */
  async addHeaders(model: AtCommit, files: readonly ModelFile[]): Promise<string[]> {
    const copy = usableCopy(files.toSorted((a, b) => compareBytewise(a.path, b.path)));
    const shards = copy?.format === 'safetensors' && copy.files.length <= MOST_HEADERS ? copy.files : [];
    const headless: string[] = [];
    for (const file of [...files.filter(isGguf), ...shards.filter(({ path }) => path.endsWith('.safetensors'))]) {
      if (file.gguf || file.tensors) continue;
      const facts = await this.#header(model, file);
      if (!facts) headless.push(file.path);
      else Object.assign(file, isGguf(file) ? { gguf: facts } : { tensors: facts });
    }
    return headless;
  }

  /** Gives the facts of a header. It depends only on the file's bytes, so it is read once for all models and days. */
  async #header(model: AtCommit, file: ModelFile): Promise<KnownHeader | undefined> {
    const { memory, day } = this.#run;
    const known = memory.get('header', file.sha256);
    if (known || memory.isMissed(file.sha256, day)) return known;
    const facts = isGguf(file) ? await this.#gguf(model, file) : await this.#safetensors(model, file);
    if (facts) memory.set('header', file.sha256, facts);
    else memory.miss(file.sha256, day, 1);
    return facts;
  }

  async #gguf({ id, revision }: AtCommit, { path, size }: ModelFile): Promise<KnownHeader | undefined> {
    let bytes = Buffer.alloc(0);
    for (const most of BEGINNINGS.filter((_, at) => at === 0 || size > BEGINNINGS[at - 1]!)) {
      const range = { start: bytes.length, end: Math.min(most, size) };
      bytes = Buffer.concat([bytes, await this.#run.upstream.bytes(id, revision, path, range)]);
      const facts = await this.#parsed(bytes);
      if (facts) return facts;
    }
    return undefined;
  }

  async #safetensors({ id, revision }: AtCommit, { path, size }: ModelFile): Promise<KnownHeader | undefined> {
    const read = (start: number, end: number) =>
      start < end ? this.#run.upstream.bytes(id, revision, path, { start, end }) : Buffer.alloc(0);
    const first = await read(0, Math.min(FIRST_READ, size));
    const end = headerEnd(first, size);
    if (end === undefined) return undefined;
    const rest = await read(first.length, end);
    return this.#parsed(Buffer.concat([first, rest]).subarray(0, end), size);
  }

  async #parsed(bytes: Buffer, safetensors?: number): Promise<KnownHeader | undefined> {
    // Models with the same weights are looked at together, so the hash of the weights names no file of one.
    const path = join(this.#folder, randomUUID());
    writeFileSync(path, bytes);
    const asked = this.#turn.then(() => this.#parser.ask({ path, ...defined({ safetensors }) }));
    this.#turn = asked.catch(() => undefined);
    try {
      const reply = await asked;
      return reply && 'facts' in reply ? reply.facts : undefined;
    } finally {
      rmSync(path, { force: true });
    }
  }
}

const isGguf = ({ path }: ModelFile) => path.toLowerCase().endsWith('.gguf');

/** Gives the text of a card; an empty text for bytes that are no text, so that they are not read again. */
const textOf = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString() : '');

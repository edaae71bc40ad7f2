// Reads the headers of remote files: fetches as much of a file's beginning as is needed, and parses it like a local
// file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GgufFacts } from '../../src/shapes/objects.ts';
import type { HeaderQuestion, HeaderReply } from '../import/headers/header-process.ts';
import { headerEnd } from '../import/headers/safetensors-header.ts';
import { LimitedProcess } from '../process/limited-process.ts';
import type { CrawlMemory, KnownHeader } from './crawl-memory.ts';
import type { HubUpstream } from './hub-upstream.ts';
import type { SourceFile } from './others/other-source.ts';

/**
 * The lengths in bytes of the beginnings of a GGUF file that are fetched, one after the other, until one has the whole
 * header. A vocabulary takes most of a header.
 */
const BEGINNINGS = [1, 8, 32].map((mebibytes) => mebibytes << 20);
/** The number of bytes of a safetensors file that are fetched first. Most headers end within them. */
const FIRST_READ = 64 * 1024;
const LIMITS = { memoryMb: 1024, time: 20_000 };
const PROCESS = join(import.meta.dirname, '../import/headers/header-process.ts');

export class RemoteHeaders {
  readonly #upstream: HubUpstream;
  readonly #memory: CrawlMemory;
  readonly #reader = new LimitedProcess<HeaderQuestion, HeaderReply>(PROCESS, LIMITS);
  readonly #folder = mkdtempSync(join(tmpdir(), 'model-hub-headers-'));
  /** Settles when the last header is parsed. Only one header is parsed at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(upstream: HubUpstream, memory: CrawlMemory) {
    this.#upstream = upstream;
    this.#memory = memory;
  }

  /**
   * Gives the facts in the header of a GGUF file. Gives undefined when the file has no readable header. Rejects when
   * the file can't be fetched.
   */
  async factsOf(id: string, revision: string, file: SourceFile): Promise<GgufFacts | undefined> {
    return this.#known<GgufFacts>(file, () => this.#gguf(id, revision, file));
  }

  /**
   * Counts the values in a safetensors file by data type. Gives undefined when its header can't be read. Rejects when
   * the file can't be fetched.
   */
  async tensorsOf(id: string, revision: string, file: SourceFile): Promise<Record<string, number> | undefined> {
    return this.#known<Record<string, number>>(file, () => this.#safetensors(id, revision, file));
  }

  stop(): void {
    this.#reader.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Gives the header's facts from the memory, or reads and keeps them. A header depends only on the file's bytes, so it
   * is read once.
   */
  async #known<Facts extends KnownHeader>({ sha256 }: SourceFile, read: () => Promise<Facts | undefined>) {
    const known = this.#memory.header(sha256) as Facts | null | undefined;
    if (known !== undefined) return known ?? undefined;
    const facts = await read();
    this.#memory.keepHeader(sha256, facts ?? null);
    return facts;
  }

  async #gguf(id: string, revision: string, { path, size, sha256 }: SourceFile): Promise<GgufFacts | undefined> {
    let bytes = Buffer.alloc(0);
    for (const most of BEGINNINGS) {
      const end = Math.min(most, size);
      bytes = Buffer.concat([bytes, await this.#upstream.bytes(id, revision, path, { start: bytes.length, end })]);
      const reply = await this.#read(sha256, bytes);
      const facts = reply && 'facts' in reply ? reply.facts : undefined;
      if (facts || end === size) return facts;
    }
    return undefined;
  }

  async #safetensors(id: string, revision: string, { path, size, sha256 }: SourceFile) {
    if (size === 0) return undefined;
    const first = await this.#upstream.bytes(id, revision, path, { start: 0, end: Math.min(FIRST_READ, size) });
    const end = headerEnd(first, size);
    if (end === undefined) return undefined;
    const rest =
      end > first.length ? await this.#upstream.bytes(id, revision, path, { start: first.length, end }) : first;
    const bytes = rest === first ? first.subarray(0, end) : Buffer.concat([first, rest]);
    const reply = await this.#read(sha256, bytes, size);
    return reply && 'tensors' in reply ? reply.tensors : undefined;
  }

  async #read(name: string, bytes: Buffer, safetensors?: number): Promise<HeaderReply | undefined> {
    const path = join(this.#folder, name);
    writeFileSync(path, bytes);
    const question = safetensors === undefined ? { path } : { path, safetensors };
    const asked = this.#turn.then(() => this.#reader.ask(question));
    this.#turn = asked.catch(() => undefined);
    try {
      return await asked;
    } finally {
      rmSync(path, { force: true });
    }
  }
}

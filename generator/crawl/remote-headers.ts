// Headers of GGUF files that lie elsewhere: as much of the beginning as it takes is fetched, and read as a local file is.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GgufFacts } from '../../src/shapes/objects.ts';
import type { HeaderQuestion, HeaderReply } from '../import/headers/header-process.ts';
import { LimitedProcess } from '../process/limited-process.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream } from './hub-upstream.ts';

/** Beginnings that are tried, in bytes: vocabularies take most of a header. */
const BEGINNINGS = [1, 8, 32].map((mebibytes) => mebibytes << 20);
const LIMITS = { memoryMb: 1024, time: 20_000 };
const PROCESS = join(import.meta.dirname, '../import/headers/header-process.ts');

export class RemoteHeaders {
  readonly #upstream: HubUpstream;
  readonly #memory: CrawlMemory;
  readonly #reader = new LimitedProcess<HeaderQuestion, HeaderReply>(PROCESS, LIMITS);
  readonly #folder = mkdtempSync(join(tmpdir(), 'model-hub-headers-'));
  /** One file is read at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(upstream: HubUpstream, memory: CrawlMemory) {
    this.#upstream = upstream;
    this.#memory = memory;
  }

  /** What the header of a file says; undefined when it has none that can be read. Rejects when it can't be asked for. */
  async factsOf(id: string, revision: string, file: HeadedFile): Promise<GgufFacts | undefined> {
    const known = this.#memory.header(file.sha256);
    if (known !== undefined) return known ?? undefined;
    const facts = await this.#fetch(id, revision, file);
    this.#memory.keepHeader(file.sha256, facts ?? null);
    return facts;
  }

  stop(): void {
    this.#reader.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #fetch(id: string, revision: string, { path, size, sha256 }: HeadedFile): Promise<GgufFacts | undefined> {
    let bytes = Buffer.alloc(0);
    for (const most of BEGINNINGS) {
      const end = Math.min(most, size);
      bytes = Buffer.concat([bytes, await this.#upstream.bytes(id, revision, path, { start: bytes.length, end })]);
      const facts = await this.#read(sha256, bytes);
      if (facts || end === size) return facts;
    }
    return undefined;
  }

  async #read(name: string, bytes: Buffer): Promise<GgufFacts | undefined> {
    const path = join(this.#folder, `${name}.gguf`);
    writeFileSync(path, bytes);
    const asked = this.#turn.then(() => this.#reader.ask({ path }));
    this.#turn = asked.catch(() => undefined);
    try {
      const reply = await asked;
      return reply && 'facts' in reply ? reply.facts : undefined;
    } finally {
      rmSync(path, { force: true });
    }
  }
}

interface HeadedFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

// Hashes files that are in git itself. These have no published SHA-256, so each content is fetched once, and its git
// SHA-1 is checked.
import { createHash, hash } from 'node:crypto';
import type { Cards } from './cards.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream, UpstreamFile } from './hub-upstream.ts';

/**
 * The maximum number of attempts to get bytes that have the hash in the listing. An upstream's cache may be outdated.
 */
const TRIES = 2;

/**
 * Computes the git SHA-1 of a blob with these bytes. Git hashes the word `blob`, a space, the length, a NUL, and the
 * bytes.
 */
export function blobHash(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

export class SmallFiles {
  readonly #upstream: HubUpstream;
  readonly #memory: CrawlMemory;
  readonly #cards: Cards;
  /** The fetches that are running, by git SHA-1. Callers that need the same content share a fetch. */
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(upstream: HubUpstream, memory: CrawlMemory, cards: Cards) {
    this.#cards = cards;
    this.#upstream = upstream;
    this.#memory = memory;
  }

  /**
   * Gives the SHA-256 of a file's bytes. If the bytes can't be read, throws an error whose message is the end of a
   * sentence.
   */
  sha256Of(id: string, revision: string, file: UpstreamFile): string | Promise<string> {
    const known = this.#memory.smallFile(file.git);
    if (known?.size === file.size) return known.sha256;
    const running = this.#underWay.get(file.git);
    if (running) return running;
    const fetched = this.#fetch(id, revision, file).finally(() => this.#underWay.delete(file.git));
    this.#underWay.set(file.git, fetched);
    return fetched;
  }

  async #fetch(id: string, revision: string, { path, size, git }: UpstreamFile): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const bytes = await this.#upstream.bytes(id, revision, path);
      if (bytes.length === size && blobHash(bytes) === git) {
        const sha256 = hash('sha256', bytes);
        this.#cards.note({ path, size, sha256 }, bytes);
        this.#memory.keepSmallFile(git, { sha256, size });
        return sha256;
      }
      if (attempt >= TRIES) throw new Error(`the bytes of ${path} are not those of its blob ${git}`);
    }
  }
}

// Chooses where unfinished hashes are stored: in the browser's store if it allows this page, otherwise in the memory of
// the page.
import type { CheckpointPlace } from './checkpoints.ts';

/** A store. `lasting` is true if the store keeps its items after the page is closed. */
interface KeptPlace {
  place: CheckpointPlace;
  lasting: boolean;
}

/** Opens the store. `storage` returns the browser's own store, and throws on a page without an origin. */
export function keptPlace(storage: () => CheckpointPlace): KeptPlace {
  try {
    return { place: storage(), lasting: true };
  } catch {
    return { place: new PagePlace(), lasting: false };
  }
}

/** A store in the memory of the page. */
class PagePlace implements CheckpointPlace {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(at: number): string | null {
    return [...this.#items.keys()][at] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

// Where half-done hashes are kept: in the browser where it lets this page, else for as long as the page is open.
import type { CheckpointPlace } from './checkpoints.ts';

/** A place, and whether it outlasts the page. */
interface KeptPlace {
  place: CheckpointPlace;
  lasting: boolean;
}

/** `storage` gives the browser's own place; where the page has no origin, asking for it throws. */
export function keptPlace(storage: () => CheckpointPlace): KeptPlace {
  try {
    return { place: storage(), lasting: true };
  } catch {
    return { place: new PagePlace(), lasting: false };
  }
}

/** A place in the memory of the page. */
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

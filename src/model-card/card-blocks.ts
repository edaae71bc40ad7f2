// Collects the blocks of a card in order, some of them folded. `<details>` may begin in one piece of HTML and end in
// another.
import { type Html, html } from '../basics/html.ts';

interface Folded {
  title: Html[];
  blocks: Html[];
}

/**
 * Takes blocks, and the tags of `<details>`, in the order of the text. The end of the text closes every open
 * `<details>`.
 */
export class CardBlocks {
  readonly #blocks: Html[] = [];
  readonly #open: Folded[] = [];
  /** Words and pictures of HTML that wait to become a paragraph or a title. */
  #words: Html[] = [];

  /** The number of open `<details>`. */
  get depth(): number {
    return this.#open.length;
  }

  addBlock(block: Html): void {
    this.endWords();
    this.#here.push(block);
  }

  addWords(words: Html): void {
    if (this.#words.length > 0) this.#words.push(html` `);
    this.#words.push(words);
  }

  /** Makes the waiting words a paragraph. */
  endWords(): void {
    if (this.#words.length > 0) this.#here.push(html`<p>${this.#words}</p>`);
    this.#words = [];
  }

  /** Makes the waiting words the title of the innermost open `<details>`. */
  endTitle(): void {
    const folded = this.#open.at(-1);
    if (folded?.title.length === 0) {
      folded.title = this.#words;
      this.#words = [];
    } else this.endWords();
  }

  beginDetails(): void {
    this.endWords();
    this.#open.push({ title: [], blocks: [] });
  }

  endDetails(): void {
    this.endWords();
    const folded = this.#open.pop();
    if (!folded) return;
    const title = folded.title.length > 0 ? folded.title : 'Details';
    this.#here.push(html`<details><summary>${title}</summary>${folded.blocks}</details>`);
  }

  all(): Html[] {
    this.endWords();
    while (this.#open.length > 0) this.endDetails();
    return this.#blocks;
  }

  get #here(): Html[] {
    return this.#open.at(-1)?.blocks ?? this.#blocks;
  }
}

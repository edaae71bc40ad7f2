// The ids in a card: whatever a heading is called, its id is none of the page's.
import GithubSlugger from 'github-slugger';

/** What every id of a card begins with. */
export const CARD_ID = 'in-card-';

/** Gives headings ids, each another. */
export class CardIds {
  readonly #slugger = new GithubSlugger();

  idOf(heading: string): string {
    return CARD_ID + this.#slugger.slug(heading.slice(0, 200));
  }

  /** Of a footnote, and of the place that it is of. */
  noteId(number: number): string {
    return `${CARD_ID}note:${number}`;
  }

  noteMarkId(number: number): string {
    return `${CARD_ID}note-mark:${number}`;
  }
}

// The ids in a card: whatever a heading is called, its id is none of the page's.
import GithubSlugger from 'github-slugger';

/** The beginning of every id of a card. */
export const CARD_ID = 'in-card-';

/** Gives headings ids, each another. */
export class CardIds {
  readonly #slugger = new GithubSlugger();

  idOf(heading: string): string {
    return CARD_ID + this.#slugger.slug(heading.slice(0, 200));
  }

  /** The id of a footnote; `noteMarkId` is that of its mark in the text. */
  noteId(number: number): string {
    return `${CARD_ID}note:${number}`;
  }

  noteMarkId(number: number): string {
    return `${CARD_ID}note-mark:${number}`;
  }
}

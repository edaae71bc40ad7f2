// Ids for a card's headings and footnotes that never equal an id of the page.
import GithubSlugger from 'github-slugger';

/** The start of every id in a card. */
export const CARD_ID = 'in-card-';

/** Gives each heading an id of its own. */
export class CardIds {
  readonly #slugger = new GithubSlugger();

  idOf(heading: string): string {
    return CARD_ID + this.#slugger.slug(heading.slice(0, 200));
  }

  /** Gives the id of a footnote; `noteMarkId` gives that of its mark in the text. */
  noteId(number: number): string {
    return `${CARD_ID}note:${number}`;
  }

  noteMarkId(number: number): string {
    return `${CARD_ID}note-mark:${number}`;
  }
}

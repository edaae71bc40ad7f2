// Makes ids for a card's headings and footnotes. They never equal an id of the page around the card.
import GithubSlugger from 'github-slugger';

/** The start of every id in a card. */
export const CARD_ID = 'in-card-';

/** Gives each heading an id that no other heading of the card has. */
export class CardIds {
  readonly #slugger = new GithubSlugger();

  idOf(heading: string): string {
    return CARD_ID + this.#slugger.slug(heading.slice(0, 200));
  }

  /** Gives the id of a footnote. `noteMarkId` gives the id of the footnote's mark in the text. */
  noteId(number: number): string {
    return `${CARD_ID}note:${number}`;
  }

  noteMarkId(number: number): string {
    return `${CARD_ID}note-mark:${number}`;
  }
}

// Describes the card on a model's page: its rendered text, and the facts of its front matter. The build renders each
// card once.
import type { Address } from '../nouns/address.ts';

/** A rendered card. Fields that the authors left out are absent. */
export interface PageCard {
  /** The address of the card object. */
  object: Address;
  /** The size in bytes of the README.md. */
  bytes: number;
  /** The address of the README.md's page at its origin, at the indexed revision. */
  home: string;
  /** The licence that the card names, and the address of its text. */
  licence?: string;
  licenceLink?: string;
  baseModels?: string[];
  datasets?: string[];
  languages?: string[];
  /**
   * The text as markup. It loads nothing, runs nothing, and never takes visitors to another page by itself
   * (`card-html.ts`).
   */
  html: string;
}

// A card on a model's page: its rendered text, and the facts of its front matter. The build makes it, and pages use it
// unchanged.
import type { Address } from '../nouns/address.ts';

/** A rendered card. Fields that its authors left out are absent. */
export interface PageCard {
  /** The address of the card object. */
  object: Address;
  /** The bytes of the file. */
  bytes: number;
  /** The page of the file at its origin, at the indexed revision. */
  home: string;
  /** The licence that the card names, and the address of its text. */
  licence?: string;
  licenceLink?: string;
  baseModels?: string[];
  datasets?: string[];
  languages?: string[];
  /** The text as markup that loads and runs nothing, and leads nowhere unasked (`card-html.ts`). */
  html: string;
}

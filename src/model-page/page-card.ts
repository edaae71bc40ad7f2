// A card as a model's page shows it: its text laid out, and what its front matter says. The build makes it, pages take it as it is.
import type { Address } from '../nouns/address.ts';

/** A card that was laid out. A field that its authors leave out is absent. */
export interface PageCard {
  /** The address of the card object. */
  object: Address;
  /** Bytes of the file. */
  bytes: number;
  /** The page of the file at its origin, at the indexed revision. */
  home: string;
  /** The licence as the card names it, and where its text is. */
  licence?: string;
  licenceLink?: string;
  baseModels?: string[];
  datasets?: string[];
  languages?: string[];
  /** The text as markup that loads nothing, runs nothing and leads nowhere unasked (`card-html.ts`). */
  html: string;
}

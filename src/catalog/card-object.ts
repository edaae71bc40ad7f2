// The card object: the authors' description of a model, kept with the licence of the text (decision 0031).
import { canonicalJson } from '../basics/canonical-json.ts';
import { CARD_FORMAT } from '../shapes/formats.ts';
import type { CardObject } from '../shapes/objects.ts';
import { readObject } from './read-object.ts';

/** The file of a repository that is its card. */
export const CARD_PATH = 'README.md';

/** The maximum size in bytes of a card in UTF-8; a larger README.md is a file like any other. */
export const MAX_CARD = 256 * 1024;

/** The bytes of a card object, as text; their BLAKE3 is its address. */
export function formatCardObject(card: CardObject): string {
  return canonicalJson(card);
}

/** Reads a card object. Throws when the text is not one. */
export function parseCardObject(text: string): CardObject {
  return readObject<CardObject>(text, CARD_FORMAT);
}

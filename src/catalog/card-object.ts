// The card object: the authors' description of a model, kept with the licence of the text (decision 0031).
import { canonicalJson } from '../basics/records.ts';
import { CARD_FORMAT } from '../shapes/formats.ts';
import type { CardObject } from '../shapes/objects.ts';
import { readObject } from './read-object.ts';

/** The path of the card in a model's repository. */
export const CARD_PATH = 'README.md';

/** The maximum size in bytes of a card in UTF-8; a larger README.md is a file like any other. */
export const MAX_CARD = 256 * 1024;

/** Returns the bytes of a card object, as text. The object's address is the BLAKE3 of these bytes. */
export function formatCardObject(card: CardObject): string {
  return canonicalJson(card);
}

/** Reads a card object. Throws if the text is no card object. */
export function parseCardObject(text: string): CardObject {
  return readObject<CardObject>(text, CARD_FORMAT);
}

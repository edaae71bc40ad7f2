// The objects of a model (decisions 0013 and 0031): the model at one revision with its files and known facts, the places
// where its bytes can be fetched, and the authors' description with the licence of the text.
import { canonicalJson } from '../basics/records.ts';
import { CARD_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from '../shapes/formats.ts';
import type { CardObject, ModelObject, SourceObject } from '../shapes/objects.ts';

/** The path of the card in a model's repository. */
export const CARD_PATH = 'README.md';

/** The maximum size in bytes of a card in UTF-8; a larger README.md is a file like any other. */
export const MAX_CARD = 256 * 1024;

/** Returns the bytes of an object, as text. The object's address is the BLAKE3 of these bytes. */
export const formatObject = (object: CardObject | ModelObject | SourceObject): string => canonicalJson(object);

/** These read an object. They throw if the text is no such object; the store has checked its hash already. */
export const parseCardObject = (text: string): CardObject => parseObject(text, CARD_FORMAT);
export const parseModelObject = (text: string): ModelObject => parseObject(text, MODEL_FORMAT);
export const parseSourceObject = (text: string): SourceObject => parseObject(text, SOURCE_FORMAT);

/** Reads the object in `text`. Throws for another format; the message is the end of a sentence. */
function parseObject<T extends { format: string }>(text: string, format: T['format']): T {
  let value: T | null;
  try {
    value = JSON.parse(text) as T | null;
  } catch {
    throw new Error(`expected a ${format} object, found what is not JSON`);
  }
  if (value?.format !== format) throw new Error(`expected a ${format} object, found ${String(value?.format)}`);
  return value;
}

// The names of published objects in a bucket. Each object has a file and a mark:
// - `<2 hex>/<62 hex>`: the object, with the same name and bytes as on a disk (see object-file.ts)
// - `list/<13 digits>-<64 hex>`: the mark, an empty file. A store lists names in their order, and the marks are named
//   so that the newest object comes first.
import { addressFromHex, hexOfAddress } from '../../../src/nouns/address.ts';
import type { ListPlace } from '../../ports/objects-port.ts';

export const LIST = 'list/';

/** The name of a mark begins with this number minus the object's time, so that newer objects come first. */
const LAST = 9_999_999_999_999;
const DIGITS = '0123456789abcdef';

/** Returns the name of an object's mark. */
export function listName({ created_at_millis, id }: ListPlace): string {
  return `${LIST}${String(LAST - created_at_millis).padStart(13, '0')}-${turned(hexOfAddress(id))}`;
}

/** Parses the name of a mark; undefined for any other name. */
export function parseListName(name: string): ListPlace | undefined {
  const [, time, hex] = /^list\/(\d{13})-([0-9a-f]{64})$/.exec(name) ?? [];
  return time && hex ? { created_at_millis: LAST - Number(time), id: addressFromHex(turned(hex)) } : undefined;
}

/** Reverses the order of addresses, so that the greater address comes first within a millisecond. */
const turned = (hex: string) => Array.from(hex, (digit) => DIGITS[15 - DIGITS.indexOf(digit)]).join('');

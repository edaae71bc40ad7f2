// Names published objects in a bucket: each by its address, with a mark for each in the order of the list.
//
//   <2 hex>/<62 hex>                        the object, as object-file.ts draws it: the same name and bytes as on a disk
//   list/<13 digits>-<64 hex>               nothing; a store lists names in their order, and these are the newest first
import { addressFromHex, hexOfAddress } from '../../../src/nouns/address.ts';
import type { ListPlace } from '../../ports/objects-port.ts';

export const LIST = 'list/';

/** Times are subtracted from this, so that newer objects come first. */
const LAST = 9_999_999_999_999;
const DIGITS = '0123456789abcdef';

/** The mark of an object in the list. */
export function listName({ created_at_millis, id }: ListPlace): string {
  return `${LIST}${String(LAST - created_at_millis).padStart(13, '0')}-${turned(hexOfAddress(id))}`;
}

/** Parses the name of a mark; undefined for any other name. */
export function parseListName(name: string): ListPlace | undefined {
  const [, time, hex] = /^list\/(\d{13})-([0-9a-f]{64})$/.exec(name) ?? [];
  return time && hex ? { created_at_millis: LAST - Number(time), id: addressFromHex(turned(hex)) } : undefined;
}

/** Within one millisecond, the greater address comes first. */
const turned = (hex: string) => Array.from(hex, (digit) => DIGITS[15 - DIGITS.indexOf(digit)]).join('');

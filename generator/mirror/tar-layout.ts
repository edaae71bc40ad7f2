// Days as a tar file, for a way without a network: days.json tells of them, then come the objects that they name.
//
//   days.json                days, newest first, as an archive tells them
//   objects/<2 hex>/<62 hex> an object by the BLAKE3 of its bytes
import { type Address, addressFromHex, hexOfAddress, parseAddress } from '../../src/nouns/address.ts';

/** The file that tells of the days. */
export const DAYS_FILE = 'days.json';
export const DAYS_FORMAT = 'hub.model-hub.days/v1';

/** The name of an object's entry. */
export function entryName(address: Address): string {
  const hex = hexOfAddress(address);
  return `objects/${hex.slice(0, 2)}/${hex.slice(2)}`;
}

/** The address of the object in the entry called `name`; undefined when it is none. */
export function parseEntryName(name: string): Address | undefined {
  const found = /^objects\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(name);
  return found ? parseAddress(addressFromHex(found[1]! + found[2]!)) : undefined;
}

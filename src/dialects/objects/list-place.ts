// Writes a position in the list of published objects as a cursor. Clients need not understand a cursor. A cursor stays
// valid as long as the list exists.
import { addressFromHex, hexOfAddress, parseAddress } from '../../nouns/address.ts';
import type { ObjectMetadata } from '../../shapes/object-plane.ts';
import { PLACE } from '../../table/object-routes.ts';

type Place = Pick<ObjectMetadata, 'created_at_millis' | 'id'>;

const CURSOR = new RegExp(`^${PLACE}$`);

/** Returns the cursor for a position. */
export function formatPlace({ created_at_millis, id }: Place): string {
  return `${created_at_millis.toString(36)}-${hexOfAddress(id)}`;
}

/** Reads a cursor; undefined for any other text. */
export function parsePlace(cursor: string): Place | undefined {
  const [, millis, hex] = CURSOR.exec(cursor) ?? [];
  const id = hex === undefined ? undefined : parseAddress(addressFromHex(hex));
  return id && { created_at_millis: Number.parseInt(millis!, 36), id };
}

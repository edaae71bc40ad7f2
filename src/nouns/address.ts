// Object addresses: `blake3:` and the 64 hex digits of the object's own bytes (decision 0011).

export type Address = `blake3:${string}`;

const ADDRESS = /^blake3:[0-9a-f]{64}$/;

/** Reads an address; undefined when `text` is anything else (upper case included). */
export function parseAddress(text: string): Address | undefined {
  return ADDRESS.test(text) ? (text as Address) : undefined;
}

/** The address of the object whose BLAKE3 is `hex`. */
export function addressFromHex(hex: string): Address {
  return `blake3:${hex}`;
}

/** The 64 hex digits of an address. */
export function hexOfAddress(address: Address): string {
  return address.slice('blake3:'.length);
}

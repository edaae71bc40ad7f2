// Object addresses: `blake3:` and 64 hex digits, the BLAKE3 of the object's bytes (decision 0011).

export type Address = `blake3:${string}`;

const ADDRESS = /^blake3:[0-9a-f]{64}$/;

/** Reads an address; undefined for any other text, including one in upper case. */
export function parseAddress(text: string): Address | undefined {
  return ADDRESS.test(text) ? (text as Address) : undefined;
}

/** Makes the address of the object whose BLAKE3 is `hex`. */
export function addressFromHex(hex: string): Address {
  return `blake3:${hex}`;
}

/** Returns the 64 hex digits of an address. */
export function hexOfAddress(address: Address): string {
  return address.slice('blake3:'.length);
}

/** Returns the name of an object in a folder or a bucket: `<2 hex>/<62 hex>`. */
export function objectName(address: Address): string {
  const hex = hexOfAddress(address);
  return `${hex.slice(0, 2)}/${hex.slice(2)}`;
}

/** Parses the name of an object; undefined for any other name. */
export function parseObjectName(name: string): Address | undefined {
  return /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name) ? addressFromHex(name.replace('/', '')) : undefined;
}

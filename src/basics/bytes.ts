// Turns bytes into text and back, in every runtime and for any number of bytes: hexadecimal, base64, and base64url (RFC
// 4648 4, 5 and 8). Joins pieces of bytes, and adds up sizes.

/** The number of bytes that one call encodes. It is a multiple of three, so that no padding comes between calls. */
const AT_ONCE = 3 * 4096;

/** Encodes as base64 with padding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += btoa(String.fromCharCode.apply(null, bytes.subarray(at, at + AT_ONCE) as unknown as number[]));
  return text;
}

/** Encodes as base64url without padding. */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64 and ignores white space in it; undefined for any other text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Decodes base64; undefined if the text is no base64, or differs from what `base64` writes for its bytes. */
export function exactBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOfBase64(text);
  return bytes && base64(bytes) === text ? bytes : undefined;
}

/** Returns two lowercase hexadecimal digits for each byte. */
export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes an even number of lowercase hexadecimal digits. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = 16 * digitAt(hex, 2 * at) + digitAt(hex, 2 * at + 1);
  return bytes;
}

function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < CODE_OF_A ? code - CODE_OF_0 : code - CODE_OF_A + 10;
}

const [CODE_OF_0, CODE_OF_A] = [48, 97];

/** Decodes bytes as UTF-8. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Joins all pieces; returns a single piece unchanged, without a copy. */
export function joined(all: readonly Uint8Array[]): Uint8Array {
  if (all.length === 1) return all[0]!;
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of all) {
    bytes.set(one, at);
    at += one.length;
  }
  return bytes;
}

/** Joins all pieces. Returns undefined, and stops reading, once they have more than `most` bytes. */
export async function bytesUpTo(
  most: number,
  pieces: AsyncIterable<Uint8Array> | null,
): Promise<Uint8Array | undefined> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces ?? []) {
    length += piece.length;
    if (length > most) return undefined;
    all.push(piece);
  }
  return joined(all);
}

export const totalSize = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

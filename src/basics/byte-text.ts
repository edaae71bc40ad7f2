// Turns bytes into text and back, in every runtime and for any number of bytes: hexadecimal, base64, and base64url (RFC
// 4648 4, 5 and 8).

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

// Bytes as text: hexadecimal, base64, and the base64 of URLs (RFC 4648 4, 5 and 8), in every runtime, for bytes of any number.

/** Bytes that one call takes as its arguments: a multiple of three, since base64 of that many has no padding. */
const AT_ONCE = 3 * 4096;

/** Base64 with its padding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += btoa(String.fromCharCode.apply(null, bytes.subarray(at, at + AT_ONCE) as unknown as number[]));
  return text;
}

/** The alphabet of URLs, without padding. */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of base64 text, white space in it left out; undefined where it is none. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The bytes that `text` spells; undefined where it is no base64, or spells them in another way than `base64` does. */
export function exactBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOfBase64(text);
  return bytes && base64(bytes) === text ? bytes : undefined;
}

/** Two lowercase digits a byte. */
export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes that lowercase hexadecimal digits, an even number of them, stand for. */
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

/** The text whose UTF-8 these bytes are. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

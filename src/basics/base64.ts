// Base64 (RFC 4648, section 4), in one spelling: with padding, and nothing that a decoder would overlook.

/** `bytes` as base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes that `text` spells; undefined where it is no base64, or spells them in another way than `toBase64`. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

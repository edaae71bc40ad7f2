// Parses JSON strictly, as security needs it: valid UTF-8, one value, no member twice (RFC 8725 2.4, RFC 8259 4).
import { isRecord } from '../../src/basics/records.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses the JSON object in `bytes`. Returns undefined for anything else, and for an object that names a member twice
 * at any depth.
 */
export function parseStrictObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !namesTwice(text) ? value : undefined;
  } catch {
    // The parser's message quotes the text, which may be a secret.
    return undefined;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Tells whether an object in `text` has two members of one name. `text` must be well-formed JSON. */
function namesTwice(text: string): boolean {
  /** The names seen in each object that is still open; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let before = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const names = open.at(-1);
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (names && token.startsWith('"') && (before === '{' || before === ',')) {
      // The token is parsed because two spellings of one name, such as `"a"` and `"\u0061"`, are the same name.
      const name = JSON.parse(token) as string;
      if (names.has(name)) return true;
      names.add(name);
    }
    before = token;
  }
  return false;
}

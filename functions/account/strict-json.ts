// JSON as security wants it: UTF-8 without faults, one value, no member twice (RFC 8725 2.4, RFC 8259 4).
import { isRecord } from '../../src/basics/is-record.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON object in `bytes`; undefined for anything else, and for an object that names a member twice, at any depth. */
export function parseStrictObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !namesTwice(text) ? value : undefined;
  } catch {
    // The message of the parser repeats a part of the text, which may be a secret.
    return undefined;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Tells whether an object in `text` has two members of one name. `text` must be well-formed JSON. */
function namesTwice(text: string): boolean {
  /** Names seen in each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let before = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const names = open.at(-1);
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (names && token.startsWith('"') && (before === '{' || before === ',')) {
      // Two spellings of one name count as the same name.
      const name = JSON.parse(token) as string;
      if (names.has(name)) return true;
      names.add(name);
    }
    before = token;
  }
  return false;
}

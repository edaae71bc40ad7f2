// Reads the facts that a publisher sends in headers: media type, kind and file name. Each of them is optional (decision
// 0023).

import { holdsControl } from '../../src/basics/shown-text.ts';
import { type Refusal, refuseParameter } from '../../src/table/refusals.ts';
import type { SentFacts } from '../ports/ports.ts';
import type { Ask } from '../request/answer.ts';

const NO_TYPE = 'application/octet-stream';
const NO_KIND = 'file';

const MOST_TYPE = 255;
const MOST_NAME_BYTES = 1024;

/** Matches a media type with or without parameters (RFC 9110 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;
const KIND = /^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,127}$/;

/** Reads the headers; an empty header counts as absent. */
export function readSentFacts(ask: Pick<Ask, 'header'>): SentFacts | Refusal {
  const media_type = ask.header('content-type')?.trim() || NO_TYPE;
  if (media_type.length > MOST_TYPE || !MEDIA_TYPE.test(media_type))
    return refuseParameter('content-type', 'give one media type, or leave it out');
  const kind = ask.header('x-hub-kind')?.trim() || NO_KIND;
  if (!KIND.test(kind))
    return refuseParameter(
      'x-hub-kind',
      'give a word of at most 128 letters, digits and ". _ : / + -", or leave it out',
    );
  const filename = asUtf8(ask.header('x-hub-filename')?.trim() ?? '') || null;
  if (filename !== null && nameFault(filename))
    return refuseParameter(
      'x-hub-filename',
      `give a name of at most ${MOST_NAME_BYTES} bytes without control characters, or leave it out`,
    );
  return { media_type, kind, filename };
}

/** Reads a header's value, in which each character is one byte. Decodes it as UTF-8 if the bytes are valid. */
function asUtf8(value: string): string {
  const bytes = Uint8Array.from(value, (char) => char.charCodeAt(0));
  if (bytes.every((byte) => byte < 0x80) || [...value].some((char) => char > '\xff')) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

/** True if a file name has control characters or lone surrogates, or is too long. */
function nameFault(name: string): boolean {
  return holdsControl(name) || !name.isWellFormed() || new TextEncoder().encode(name).length > MOST_NAME_BYTES;
}

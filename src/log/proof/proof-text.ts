// Reads the text of a proof that a stranger may have written. Limits the text before parsing it, and accepts a
// SHA256SUMS only in the format that hubs write.
import { MAX_PROOF } from '../../basics/limits.ts';
import { filesInSums, type SumsLine, sha256sums } from '../../dialects/hub/sha256sums.ts';
import { isSha256 } from '../../nouns/address.ts';
import { filePathFault } from '../../nouns/file-path.ts';
import { ProofFault } from './check-proof.ts';

/** The maximum number of JSON values in a proof. A proof has some twenty values, and at most two hundred hashes. */
const MOST_VALUES = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The characters before a value in JSON: `,`, `[`, `{`. */
const BEFORE_VALUES = new Set([0x2c, 0x5b, 0x7b]);

/**
 * Parses any JSON value; `checkProof` decides if it is a proof. Throws a ProofFault if the text is too long, is not
 * JSON, or has more values than a proof can have. The limits exist because a parsed value takes many times the memory
 * of its text.
 */
export function parseProof(text: string): unknown {
  if (text.length > MAX_PROOF) throw tooLong();
  if (hasManyValues(text)) throw new ProofFault(`It has more than ${MOST_VALUES} values, and so is no proof.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ProofFault('It is not JSON, and so no proof.');
  }
}

/** Makes the fault for a proof with more than `MAX_PROOF` bytes. */
export function tooLong(): ProofFault {
  return new ProofFault(`It has more than the ${MAX_PROOF} bytes that a proof may have.`);
}

function hasManyValues(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (BEFORE_VALUES.has(code) && ++values > MOST_VALUES) return true;
  }
  return false;
}

/** Returns the position of the closing quotation mark of the JSON string that begins at `at`. */
function endOfText(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/**
 * Lists the files in a proof's SHA256SUMS. Accepts only the text that a hub writes for them (decision 0019), so that no
 * two readers see different files. Throws a ProofFault for another text, for a path that is impossible or occurs twice,
 * and for an empty list, which would prove nothing.
 */
export function filesInProof(sums: string): SumsLine[] {
  if (sums === '') throw new ProofFault('The model has no files, so nothing is proved by its SHA256SUMS.');
  const files = filesInSums(sums);
  const isRight = files.every(({ path, sha256 }) => isSha256(sha256) && filePathFault(path) === undefined);
  const isOnce = new Set(files.map(({ path }) => path)).size === files.length;
  if (isRight && isOnce && sha256sums(files) === sums) return files;
  throw new ProofFault('The SHA256SUMS in the proof is not as hubs write it.');
}

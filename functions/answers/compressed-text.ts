// Turns a text that was made on request into a file like those of a tree: it has a tag, and compressed forms where they
// save enough.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import { paysToCompress } from '../../src/basics/compression.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import type { BuiltFile, CompressPort } from '../ports/ports.ts';
import type { Body } from '../request/answer.ts';
import type { Coding } from '../request/negotiate.ts';

/**
 * Makes a file like those of a tree from `text`. The host compresses it once, when a caller first accepts a compressed
 * form.
 */
export function compressedText(text: string, compress: CompressPort): BuiltFile {
  return compressedBytes(new TextEncoder().encode(text), compress);
}

/** Does for `bytes` what `compressedText` does for a text. */
export function compressedBytes(bytes: Uint8Array, compress: CompressPort): BuiltFile {
  const forms = new Map<Coding, Awaitable<Body>>();
  return {
    tag: sha256Hex(bytes).slice(0, 32),
    size: bytes.length,
    body: () => bytes,
    twin(coding) {
      const pack = paysToCompress(bytes.length) ? compress[coding] : undefined;
      if (!pack) return undefined;
      const known = forms.get(coding);
      if (known) return known;
      const made = pack(bytes).then((form) => {
        forms.set(coding, form);
        return form;
      });
      forms.set(coding, made);
      made.catch(() => forms.delete(coding));
      return made;
    },
  };
}

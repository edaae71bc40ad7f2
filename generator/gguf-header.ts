// Reads the header of a GGUF file on disk: the facts an import row carries as `files[].gguf`.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { gguf } from '@huggingface/gguf';
import type { GgufFacts } from '../src/catalog/gguf-facts.ts';
import { own } from '../src/own.ts';
import { Failure, systemSentence } from './failure.ts';
import { LONGEST_TEMPLATE, LONGEST_TEXT } from './import/row-shape.ts';

type Header = Awaited<ReturnType<typeof readHeader>>;

/**
 * What the header of the GGUF file at `path` says, however large its weights are: the bytes after the header stay
 * unread. A value that no import row may hold, such as a template of a megabyte, is left out like one that is not
 * there. Throws a Failure that names the file when it is no GGUF file, or ends before its header does.
 */
export async function readGgufHeader(path: string): Promise<GgufFacts> {
  let header: Header;
  try {
    header = await readHeader(path);
  } catch (error) {
    throw new Failure(systemSentence(error, path) ?? `${path} can't be read as GGUF: ${(error as Error).message}.`);
  }
  const { metadata } = header;
  const architecture = text(metadata['general.architecture']);
  const facts: GgufFacts = {
    architecture,
    name: text(metadata['general.name']),
    fileType: count(metadata['general.file_type']),
    contextLength: count(own(metadata, `${architecture}.context_length`)),
    parameterCount: count(header.parameterCount),
    chatTemplate: text(metadata['tokenizer.chat_template'], LONGEST_TEMPLATE),
    bosToken: token(metadata, 'bos'),
    eosToken: token(metadata, 'eos'),
  } as GgufFacts;
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

async function readHeader(path: string) {
  // The parser would fetch what looks like a URL; an absolute path never does.
  const header = await gguf(resolve(path), { allowLocalFile: true, computeParametersCount: true });
  // It reads zeros behind the end of a file that was cut short, and takes them for a header.
  if (header.tensorDataOffset > statSync(path).size) throw new Error('the file ends before its header does');
  return { metadata: header.metadata as Record<string, unknown>, parameterCount: header.parameterCount };
}

function text(value: unknown, longest = LONGEST_TEXT): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
}

/** A number of the file, which has 64 bits for some; undefined for one that is no count. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** The text of the token whose id the header names. */
function token(metadata: Header['metadata'], which: 'bos' | 'eos'): string | undefined {
  const tokens = metadata['tokenizer.ggml.tokens'];
  const id = count(metadata[`tokenizer.ggml.${which}_token_id`]);
  return Array.isArray(tokens) && id !== undefined ? text(tokens[id]) : undefined;
}

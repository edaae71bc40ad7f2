// Reads the header of a GGUF file on disk: the facts of `files[].gguf` in an import row.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { gguf } from '@huggingface/gguf';
import { defined, own } from '../../../src/basics/records.ts';
import type { GgufFacts } from '../../../src/shapes/objects.ts';
import { Failure, systemSentence } from '../../process/failure.ts';
import { LONGEST_TEMPLATE, LONGEST_TEXT } from '../rows/row-shape.ts';

type Header = Awaited<ReturnType<typeof readHeader>>;

/**
 * Reads only the header of the GGUF file at `path`. Leaves out values that no import row may hold, such as a template of a
 * megabyte. Throws a Failure with the file's name when it is no GGUF file, or ends before its header does.
 */
export async function readGgufHeader(path: string): Promise<GgufFacts> {
  let header: Header;
  try {
    header = await readHeader(path);
  } catch (error) {
    throw new Failure(systemSentence(error, path) ?? `${path} can't be read as GGUF: ${said(error)}.`);
  }
  const { metadata } = header;
  const architecture = text(metadata['general.architecture']);
  const of = (key: string): unknown => own(metadata, `${architecture}.${key}`);
  const heads = same(of('attention.head_count'));
  return defined({
    architecture,
    name: text(metadata['general.name']),
    fileType: count(metadata['general.file_type']),
    contextLength: count(of('context_length')),
    parameterCount: count(header.parameterCount),
    layerCount: count(of('block_count')),
    // By the GGUF specification ("LLM"), a header without this field means that every head has keys and values of its
    // own.
    keyValueHeads: of('attention.head_count_kv') === undefined ? heads : same(of('attention.head_count_kv')),
    headSize: count(of('attention.key_length')) ?? share(count(of('embedding_length')), heads),
    chatTemplate: text(metadata['tokenizer.chat_template'], LONGEST_TEMPLATE),
    bosToken: token(metadata, 'bos'),
    eosToken: token(metadata, 'eos'),
  });
}

/** Gives the parser's message, which may quote the file, as a line that is safe for a terminal. */
function said(error: unknown): string {
  const words = (error as Error).message.slice(0, 200);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return words.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}

async function readHeader(path: string) {
  // The parser would fetch a path that looks like a URL; an absolute path never does.
  const header = await gguf(resolve(path), { allowLocalFile: true, computeParametersCount: true });
  // The parser reads zeros after the end of an incomplete file as a header.
  if (header.tensorDataOffset > statSync(path).size) throw new Error('the file ends before its header does');
  return { metadata: header.metadata as Record<string, unknown>, parameterCount: header.parameterCount };
}

function text(value: unknown, longest = LONGEST_TEXT): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
}

/** Returns a number from the header, of up to 64 bits, as a count; undefined if it can't be a count. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** Reads a count that holds for all layers: a number, or a list with one and the same number for each layer. */
function same(value: unknown): number | undefined {
  if (!Array.isArray(value)) return count(value);
  return value.every((each) => each === value[0]) ? count(value[0]) : undefined;
}

function share(whole: number | undefined, parts: number | undefined): number | undefined {
  return whole !== undefined && parts ? count(whole / parts) : undefined;
}

/** Gives the text of the token whose id is in the header. */
function token(metadata: Header['metadata'], which: 'bos' | 'eos'): string | undefined {
  const tokens = metadata['tokenizer.ggml.tokens'];
  const id = count(metadata[`tokenizer.ggml.${which}_token_id`]);
  return Array.isArray(tokens) && id !== undefined ? text(tokens[id]) : undefined;
}

/** Tests the facts that are read from the header of a GGUF file, and which files are refused. */
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGgufHeader } from '../../../../../generator/import/headers/gguf-header.ts';
import { Failure } from '../../../../../generator/process/failure.ts';
import { type GgufValue, ggufFile } from '../../../../demo/gguf-file.ts';
import { llamaFacts } from '../../../../demo/tiny-llama.ts';
import { tinyLlamaGguf } from '../../../../demo/tiny-models.ts';
import { chatTemplate, tokens } from '../../../../demo/vocabulary.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';

function onDisk(bytes: Uint8Array | string): string {
  const folder = folderOfTest();
  const path = join(folder, 'model.gguf');
  writeFileSync(path, bytes);
  return path;
}

const header = (...entries: [string, GgufValue][]) => onDisk(ggufFile(new Map(entries), []));

describe('the demo’s files', () => {
  const files = [...tinyLlamaGguf().files].filter(([path]) => path.endsWith('.gguf'));

  test.each(files)('the header of %s is read', async (path, { bytes }) => {
    expect(await readGgufHeader(onDisk(bytes))).toEqual({
      architecture: 'llama',
      name: 'Tiny Llama',
      fileType: path.includes('Q4_K') ? 15 : 7,
      contextLength: 512,
      layerCount: 1,
      keyValueHeads: 2,
      headSize: 64,
      parameterCount: llamaFacts.parameters,
      chatTemplate,
      bosToken: tokens[1],
      eosToken: tokens[2],
    });
  });

  test('are read only up to their weights, however long these are', async () => {
    const path = onDisk(files[0]![1].bytes);
    const before = await readGgufHeader(path);
    truncateSync(path, 2 ** 34);
    const begun = performance.now();
    expect(await readGgufHeader(path)).toEqual(before);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe('heads and layers', () => {
  const llama = (...entries: [string, GgufValue][]) =>
    readGgufHeader(
      header(
        ['general.architecture', { string: 'llama' }],
        ...entries.map(([key, value]): [string, GgufValue] => [`llama.${key}`, value]),
      ),
    );
  const heads = ['attention.head_count', { u32: 32 }] as [string, GgufValue];
  const width = ['embedding_length', { u32: 4096 }] as [string, GgufValue];

  test.each<[name: string, entries: [string, GgufValue][], facts: object]>([
    [
      'as they are said',
      [
        ['block_count', { u32: 22 }],
        heads,
        ['attention.head_count_kv', { u32: 8 }],
        ['attention.key_length', { u32: 192 }],
      ],
      { layerCount: 22, keyValueHeads: 8, headSize: 192 },
    ],
    ['every head its own keys, an equal share of the width', [heads, width], { keyValueHeads: 32, headSize: 128 }],
    ['the same in every layer', [['attention.head_count_kv', { i32s: [8, 8, 8] }]], { keyValueHeads: 8 }],
    ['of one number no more, where layers differ', [heads, ['attention.head_count_kv', { i32s: [8, 4] }]], {}],
  ])('%s', async (_name, entries, facts) => {
    expect(await llama(...entries)).toEqual({ architecture: 'llama', parameterCount: 0, ...facts });
  });
});

test('an error repeats no control characters of the file', async () => {
  const tensor = {
    name: `\u001b[2Jx${'y'.repeat(5000)}`,
    shape: [2 ** 40],
    type: 'F32',
    weights: new Float32Array(),
  } as const;
  const refused = readGgufHeader(onDisk(ggufFile(new Map(), [tensor])));
  await expect(refused).rejects.toThrow(/can't be read as GGUF: Tensor "\?\[2Jxy{150,200}\.$/);
});

test('values that no import row may have are left out', async () => {
  const path = header(
    ['general.architecture', { u32: 1 }],
    ['general.name', { string: 'n'.repeat(513) }],
    ['general.file_type', { string: '15' }],
    ['tokenizer.chat_template', { string: '{{ x }}'.repeat(20_000) }],
    ['tokenizer.ggml.tokens', { strings: ['', 'b'] }],
    ['tokenizer.ggml.bos_token_id', { u32: 0 }],
    ['tokenizer.ggml.eos_token_id', { u32: 2 }],
  );
  expect(await readGgufHeader(path)).toEqual({ parameterCount: 0 });
});

describe('refused, with the file and the reason', () => {
  const whole = ggufFile(new Map<string, GgufValue>([['general.name', { string: 'a name' }]]), []);
  test.each([
    ['an empty file', '', /GGUF magic number\.$/],
    ['a version of tomorrow', Buffer.from('GGUF\u0009\0\0\0'), /unsupported version "9"\.$/],
    ['a file cut in its header', whole.subarray(0, 40), /the file ends before its header does\.$/],
  ])('refuses %s', async (_name, bytes, reason) => {
    const path = onDisk(bytes);
    const refused = readGgufHeader(path);
    await expect(refused).rejects.toBeInstanceOf(Failure);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(path);
  });
});

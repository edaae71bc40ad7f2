/** Tests which GGUF file each tag stands for, and that `latest` is the file that llama.cpp would take. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ggufFiles, isModelGguf, projectorFor } from '../../../src/model/gguf-files.ts';
import { llamaChoice } from '../dialects/oci/llama-choice.ts';
import { modelWith } from '../dialects/oci/models.ts';

const read = (...paths: string[]) => ggufFiles(modelWith(paths).files);
const tags = (...paths: string[]) => [...read(...paths).tagged].map(([label, file]) => [label, file.path]);
const latest = (...paths: string[]) => read(...paths).latest?.file.path;

describe('the tags of a repository', () => {
  test('stand for single files that run on their own', () => {
    expect(
      tags('a-Q8_0.gguf', 'a-q4_k_m.gguf', 'mmproj-F16.gguf', 'a-imatrix.gguf', 'mtp-a-Q4_0.gguf', 'x.safetensors'),
    ).toEqual([
      ['Q8_0', 'a-Q8_0.gguf'],
      ['Q4_K_M', 'a-q4_k_m.gguf'],
    ]);
  });

  test('leave out shards, unless there is nothing else', () => {
    const files = read(
      'BF16/a-BF16-00001-of-00002.gguf',
      'BF16/a-BF16-00002-of-00002.gguf',
      'a-Q8_0-00001-of-00003.gguf',
      'b-Q8_0.gguf',
      'c-Q2_K-00001-of-00001.gguf',
    );
    expect([...files.tagged.keys()]).toEqual(['Q8_0', 'Q2_K']);
    expect([...files.sharded].map(([label, { path }]) => [label, path])).toEqual([
      ['BF16', 'BF16/a-BF16-00001-of-00002.gguf'],
    ]);
  });
});

describe('the tag latest', () => {
  test.each([
    ['Q4_K_M first of all', ['a-Q2_K.gguf', 'a-Q4_K_M.gguf', 'a-Q8_0.gguf'], 'a-Q4_K_M.gguf'],
    ['then the nearest', ['a-F16.gguf', 'a-Q2_K.gguf', 'a-Q4_K_S.gguf'], 'a-Q4_K_S.gguf'],
    ['then the only file', ['README.md', 'gemma-2b-it.gguf', 'mmproj-Q4_K_M.gguf'], 'gemma-2b-it.gguf'],
    ['a label before files without', ['a-fp16.gguf', 'a-Q2_K.gguf'], 'a-Q2_K.gguf'],
    ['no shard while there is a single file', ['a-Q4_K_M-00001-of-00002.gguf', 'a-Q8_0.gguf'], 'a-Q8_0.gguf'],
    ['a label that llama.cpp does not see', ['a-Q8_0.gguf', 'q4_k_m/a.gguf'], 'q4_k_m/a.gguf'],
  ])('stands for %s', (_, paths, path) => expect(latest(...paths)).toBe(path));

  test('stands for a first shard if there is nothing else', () => {
    const paths = ['a-Q8_0-00001-of-00002.gguf', 'a-Q8_0-00002-of-00002.gguf', 'a-Q4_K_M-00001-of-00009.gguf'];
    expect(read(...paths).latest).toMatchObject({ sharded: true, file: { path: 'a-Q4_K_M-00001-of-00009.gguf' } });
  });
});

/**
 * Expects the same choice as llama.cpp's in a repository without shards. llama.cpp can join shards, which a
 * registry can't.
 */
function agreesWithLlama(paths: string[]): void {
  const whole = paths.filter((path) => !/-\d{5}-of-\d{5}\.gguf$/.test(path));
  const theirs = llamaChoice(whole);
  const ours = ggufFiles(modelWith(whole).files).latest?.file.path;
  // Without Q4_K_M and Q8_0, llama.cpp takes the first name of the alphabet, and the registry the nearest size
  // (decision 0021).
  if (theirs === undefined || /q4_k_m|q8_0/i.test(whole.filter(isModelGguf).join()))
    expect(ours, whole.join()).toBe(theirs);
  else expect(whole.filter(isModelGguf), whole.join()).toContain(ours);
}

describe('latest is the file that llama.cpp takes', () => {
  /** The names of models below have the form that converters give them. `beside` names files that accompany models. */
  const stem = fc.constantFrom('a', 'Model-7B', 'model.v2', 'MTP-x', 'tiny_1');
  const quant = fc.constantFrom(
    ...['Q4_K_M', 'q4_k_m', 'UD-Q4_K_M', 'Q8_0', 'q8_0', 'Q4_K_S', 'Q2_K_L', 'IQ4_XS', 'BF16', 'f16'],
  );
  const model = fc.tuple(fc.constantFrom('', 'sub/', 'BF16/'), stem, fc.constantFrom('-', '.'), quant);
  const beside = fc.constantFrom(
    'mmproj-F16.gguf',
    'a.imatrix.gguf',
    'mtp-a-Q8_0.gguf',
    'config.json',
    'a-Q4_K_M.gguf.part1',
  );
  const path = fc.oneof(
    { weight: 4, arbitrary: model.map(([folder, name, dot, label]) => `${folder}${name}${dot}${label}.gguf`) },
    beside,
    stem.map((name) => `${name}.gguf`),
  );

  test('in any repository', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 8 }), (paths) => agreesWithLlama(paths.sort())),
      { numRuns: 2000 },
    );
  });
});

describe('the projector for a model', () => {
  const choose = (model: string, ...paths: string[]) => projectorFor(model, modelWith([model, ...paths]).files)?.path;

  test.each([
    ['the one nearest in bits', ['mmproj-F32.gguf', 'mmproj-Q8_0.gguf', 'mmproj-F16.gguf'], 'mmproj-Q8_0.gguf'],
    ['F16 rather than BF16', ['mmproj-F16.gguf', 'mmproj-BF16.gguf'], 'mmproj-F16.gguf'],
    ['the one beside the model', ['mmproj-Q4_0.gguf', 'vision/mmproj-F32.gguf'], 'vision/mmproj-F32.gguf'],
    ['none from a folder with a longer name', ['vis/mmproj-F16.gguf'], undefined],
  ])('is %s', (_, paths, path) => expect(choose('vision/a-Q4_K_M.gguf', ...paths)).toBe(path));
});

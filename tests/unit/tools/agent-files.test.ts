// Tests which files the MCP tool get_model lists for a model with more files than an answer may have (decision
// 0022).
import { describe, expect, test } from 'vitest';
import { agentFiles, MOST_FILES, type RankedFile } from '../../../src/tools/agent-files.ts';

const sha256 = '0'.repeat(64);
const file = (path: string, size = 100): RankedFile => ({ path, size, sha256 });
const weights = (count: number) =>
  Array.from({ length: count }, (_, at) => file(`model-${String(at).padStart(5, '0')}.safetensors`, 1_000_000 + at));
const paths = (files: readonly RankedFile[]) => files.map(({ path }) => path);

describe('of up to two hundred files', () => {
  test.each([0, 1, 199, 200])('all are listed in their order: %i', (count) => {
    const files = weights(count);
    expect(agentFiles(files)).toEqual(files);
  });
});

describe('of more than two hundred files', () => {
  const texts = [
    'config.json',
    'generation_config.json',
    'model.safetensors.index.json',
    'tokenizer.json',
    'tokenizer.model',
    'tokenizer_config.json',
    'special_tokens_map.json',
    'vocab.txt',
    'merges.txt',
    'README.md',
    'LICENSE',
    'chat_template.jinja',
    '.gitattributes',
    'original/params.json',
  ];

  test('every config, tokenizer and other small text is listed, and the largest weights fill the rest', () => {
    const files = [...weights(300), ...texts.map((path) => file(path)), file('figure.png', 9_000_000_000)];
    const kept = agentFiles(files);
    expect(kept).toHaveLength(MOST_FILES);
    expect(paths(kept.slice(0, texts.length)).sort()).toEqual([...texts].sort());
    const largest = weights(300)
      .toReversed()
      .slice(0, MOST_FILES - texts.length);
    expect(paths(kept.slice(texts.length))).toEqual(paths(largest));
  });

  test('a tokenizer and an index of shards are listed whatever their size, and other large texts are not', () => {
    const files = [...weights(201), file('tokenizer.json', 35_000_000), file('corpus.txt', 35_000_000)];
    const kept = paths(agentFiles([...files, file('model.safetensors.index.json', 5_000_000)]));
    expect(kept).toContain('tokenizer.json');
    expect(kept).toContain('model.safetensors.index.json');
    expect(kept).not.toContain('corpus.txt');
  });
});

// Tests the command that loads a file into an inference engine: which engine it starts, and that a shell reads the
// command as intended.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AskedFile, engineCommand } from '../../../../functions/mcp/engine-command.ts';
import { filePathFault } from '../../../../src/nouns/file-path.ts';

const sha256 = '6'.repeat(64);
const asked = (path: string, facts: Partial<AskedFile> = {}): AskedFile => ({
  baseUrl: 'https://hub.example',
  pin: undefined,
  model: 'Acme/Tiny',
  path,
  sha256,
  url: `https://source.example/Acme/Tiny/${path}`,
  pipelineTag: undefined,
  library: undefined,
  tag: undefined,
  ...facts,
});

const ENDPOINT = 'HF_ENDPOINT=https://hub.example';
const transformers = { library: 'transformers' };

describe('the engine depends on the file', () => {
  test.each<[string, AskedFile, string, string]>([
    [
      'a GGUF that the registry has',
      asked('t.Q4_K_M.gguf', { tag: 'Q4_K_M' }),
      'ollama',
      'ollama run hub.example/acme/tiny:Q4_K_M',
    ],
    [
      'the same without TLS',
      asked('t.gguf', { tag: 'Q8_0', baseUrl: 'http://127.0.0.1:4321' }),
      'ollama',
      'ollama run --insecure 127.0.0.1:4321/acme/tiny:Q8_0',
    ],
    [
      'a shard of a GGUF',
      asked('big/t-00002-of-00003.gguf'),
      'llama-cli',
      'MODEL_ENDPOINT=https://hub.example/ llama-cli -hf Acme/Tiny -hff big/t-00001-of-00003.gguf',
    ],
    [
      'a pinned GGUF, whose pin no reference of Ollama can hold',
      asked('t.Q4_K_M.gguf', { tag: 'Q4_K_M', pin: 'srcb' }),
      'llama-cli',
      'MODEL_ENDPOINT=https://hub.example/via/srcb/ llama-cli -hf Acme/Tiny -hff t.Q4_K_M.gguf',
    ],
    [
      'pinned weights',
      asked('model.safetensors', { ...transformers, pipelineTag: 'text-generation', pin: 'srcb' }),
      'vllm',
      'HF_ENDPOINT=https://hub.example/via/srcb vllm serve Acme/Tiny',
    ],
    [
      'weights that make text',
      asked('model.safetensors', { ...transformers, pipelineTag: 'text-generation' }),
      'vllm',
      `${ENDPOINT} vllm serve Acme/Tiny`,
    ],
    [
      'weights that do something else',
      asked('pytorch_model.bin', { ...transformers, pipelineTag: 'fill-mask' }),
      'transformers',
      `${ENDPOINT} python -c 'from transformers import pipeline; print(pipeline("fill-mask", model="Acme/Tiny").model)'`,
    ],
    [
      'a text',
      asked('config.json', transformers),
      'curl',
      `curl -fsSL -o config.json https://source.example/Acme/Tiny/config.json && echo '${sha256}  config.json' | sha256sum --strict -c`,
    ],
  ])('an engine is chosen for %s', (_, file, engine, command) => {
    expect(engineCommand(file)).toEqual({ engine, command });
  });

  test('a projector, weights of an unknown library and weights without a task are only downloaded', () => {
    for (const file of [
      asked('mmproj-F16.gguf'),
      asked('model.safetensors', { library: 'timm', pipelineTag: 'image-classification' }),
      asked('model.safetensors', { library: 'sentence-transformers', pipelineTag: 'sentence-similarity' }),
      asked('onnx/model.onnx', transformers),
      asked('model.safetensors', transformers),
      asked('weights.h5', { ...transformers, pipelineTag: 'text-generation' }),
    ])
      expect(engineCommand(file).engine, file.path).toBe('curl');
  });

  test('a task that is no identifier is not written into Python code', () => {
    const { command } = engineCommand(asked('model.bin', { ...transformers, pipelineTag: '"); import os; ("' }));
    expect(command).not.toContain('import os');
  });
});

/** Returns the words of the command as a shell reads them, with one array for each program. */
function wordsOf(command: string): string[][] {
  const say = 'say() { for word in "$@"; do printf "%s\\0" "$word"; done; printf "\\n\\0"; }';
  const script = `${say}; curl() { say "$@"; }; llama() { say "$@"; }; `;
  const told = execFileSync('/bin/sh', ['-c', script + command.replace('llama-cli', 'llama')], { encoding: 'utf8' });
  return told.split('\n\0').map((part) => part.split('\0').filter((word) => word !== ''));
}

describe('a shell reads', () => {
  const path = fc
    .array(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 })
    .map((segments) => segments.join('/'))
    .filter((one) => filePathFault(one) === undefined);
  const nasty = fc.constantFrom(
    "it's.txt",
    '$(touch pwned).json',
    '`id`.txt',
    '-o',
    '--config=x',
    'a b;c&d|e>f<g.txt',
    '"quoted".md',
    "''",
    '*?.txt',
    '~root',
    '#comment',
    '日本語.txt',
  );

  test('every name of a file as one word, and no name as an option or a command', () => {
    fc.assert(
      fc.property(fc.oneof(path, nasty), (one) => {
        const { engine, command } = engineCommand(
          asked(one, { url: `https://source.example/${encodeURIComponent(one)}` }),
        );
        fc.pre(engine === 'curl');
        const [words] = wordsOf(command.split(' && echo ')[0]!);
        const open = one.replace(/(^|\/)(\.+)/g, (_, slash, dots) => slash + '_'.repeat(dots.length));
        const local = open.startsWith('-') ? `./${open}` : open;
        const folders = one.includes('/') ? ['--create-dirs'] : [];
        expect(words).toEqual(['-fsSL', ...folders, '-o', local, `https://source.example/${encodeURIComponent(one)}`]);
      }),
      { numRuns: 60 },
    );
  });

  test('the line that sha256sum must check', () => {
    for (const name of ["it's.txt", '$(id).json', '-', 'a  b.txt']) {
      const { command } = engineCommand(asked(name));
      const line = execFileSync('/bin/sh', ['-c', /&& (echo .*) \|/.exec(command)![1]!], { encoding: 'utf8' });
      expect(line).toBe(`${sha256}  ${name === '-' ? './-' : name}\n`);
    }
  });

  test('a GGUF whose path begins with a dash is only downloaded, because llama.cpp would read it as an option', () => {
    const { engine, command } = engineCommand(asked('-x.gguf'));
    expect([engine, wordsOf(command.split(' && echo ')[0]!)[0]?.slice(0, 3)]).toEqual([
      'curl',
      ['-fsSL', '-o', './-x.gguf'],
    ]);
  });

  test('the path of a GGUF as one word', () => {
    const { command } = engineCommand(asked("q/it's $(id) 00001.gguf"));
    expect(wordsOf(command)[0]).toEqual(['-hf', 'Acme/Tiny', '-hff', "q/it's $(id) 00001.gguf"]);
  });
});

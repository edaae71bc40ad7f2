// The commands of a model's page for models that are out of the ordinary: shards, odd names, a hub without TLS, no GGUF.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { waysToGet } from '../../../src/get-it/ways.ts';
import { type ModelPage, modelPage } from '../../../src/model-page/model-page.ts';

const revision = 'a1b2c3d4'.repeat(5);
const sha256 = '0123456789abcdef'.repeat(4);

function model(id: string, paths: string[]): ModelPage {
  return modelPage({
    ...{ license: null, places: [], sources: [] },
    row: {
      ...{ id, modelId: id, sha: revision, private: false, gated: false, disabled: false },
      hub: { manifest: `blake3:${sha256}`, files: paths.length },
    },
    files: paths.map((path, at) => ({ path, size: 1_000 + at, sha256 })),
  });
}

function way(key: string, id: string, paths: string[], baseUrl = 'https://hub.example') {
  const found = waysToGet(model(id, paths), baseUrl).find((one) => one.key === key)!;
  if ('missing' in found) return { missing: found.missing, href: found.onward.href };
  return { block: found.block, note: found.note };
}

const shell = ['hf', 'llama-cpp', 'ollama', 'oras', 'vllm', 'curl', 'mcp'];

test('what fetches every file says what that costs, and what one copy would', () => {
  const paths = ['config.json', 'model.safetensors', 'pytorch_model.bin'];
  for (const key of ['hf', 'python', 'javascript', 'oras', 'vllm', 'curl'])
    expect(way(key, 'o/m', paths).note).toMatch(
      /^This fetches the whole repository, 3 kB; one usable copy needs 1 kB of weights\. /,
    );
  expect(way('hf', 'o/m', ['model.safetensors']).note).toMatch(/^This fetches the whole repository, 1 kB\. /);
});

describe('GGUF', () => {
  const shards = [1, 2].map((at) => `BF16/m-BF16-0000${at}-of-00002.gguf`);

  test('shards are fetched together, and llama.cpp is given the first', () => {
    const { block } = way('llama-cpp', 'o/m-GGUF', ['README.md', ...shards]);
    expect(block).toContain(`hf download o/m-GGUF --include 'BF16/m-BF16*' \\\n  --revision ${revision}`);
    expect(block).toMatch(/\nllama-cli -m m-GGUF\/BF16\/m-BF16-00001-of-00002\.gguf$/);
    expect(way('ollama', 'o/m-GGUF', shards).missing).toContain('shards only');
  });

  test('Q4_K_M goes first, and the tag is what the registry calls this file', () => {
    const paths = ['m-Q2_K.gguf', 'm-Q4_K_M.gguf', 'm-Q8_0.gguf'];
    expect(way('ollama', 'Owner/M-GGUF', paths).block).toBe(
      [
        'ollama pull hub.example/owner/m-gguf:Q4_K_M',
        `ollama show --modelfile hub.example/owner/m-gguf:Q4_K_M |\n  grep -o sha256-${sha256}`,
        'ollama run hub.example/owner/m-gguf:Q4_K_M',
      ].join('\n'),
    );
    expect(way('ollama', 'o/m', ['only.gguf']).block).toContain('ollama pull hub.example/o/m:latest');
  });

  test('a name that Ollama can’t say is not offered', () => {
    expect(way('ollama', 'o.x/m', ['m-Q8_0.gguf']).missing).toContain('no dot in an owner');
    expect(way('ollama', `o/${'m'.repeat(81)}`, ['m-Q8_0.gguf']).missing).toContain('80 characters');
  });

  test('a model without one leads to a search for one', () => {
    for (const key of ['llama-cpp', 'ollama'])
      expect(way(key, 'o/m-hf', ['model.safetensors'])).toMatchObject({ href: '/models/?search=m&filter=gguf' });
    // An importance matrix is no model.
    expect(way('llama-cpp', 'o/m', ['m.imatrix.dat', 'mmproj-F16.gguf']).missing).toBeDefined();
  });
});

test('registry tools are told when there is no TLS', () => {
  const at = 'http://127.0.0.1:4321';
  expect(way('oras', 'o/m', ['a'], at).block).toContain('oras pull --plain-http -o m 127.0.0.1:4321/o/m:latest');
  expect(way('ollama', 'o/m', ['m-Q8_0.gguf'], at).block).toContain('ollama pull --insecure 127.0.0.1:4321/o/m:Q8_0');
  expect(way('oras', 'o/m', ['a']).block).not.toContain('plain');
  expect(way('oras', 'o/m._x', ['a']).missing).toContain('OCI');
});

test('vLLM is offered where config.json and weights lie side by side', () => {
  expect(way('vllm', 'o/m', ['config.json', 'model.safetensors']).block).toContain('vllm serve ./m');
  expect(way('vllm', 'o/m', ['config.json', 'unet/model.safetensors']).missing).toContain('no such weights');
  expect(way('vllm', 'o/m', ['model.safetensors']).missing).toContain('no config.json');
});

test('every block names the full revision or the hash, whatever the client', () => {
  for (const one of waysToGet(
    model('o/m', ['config.json', 'model.safetensors', 'm-Q8_0.gguf']),
    'https://hub.example',
  )) {
    if ('missing' in one) throw new Error(`${one.key}: ${one.missing}`);
    // The server of tools knows one revision, and says which with each answer.
    if (one.key !== 'mcp') expect(one.block, one.key).toMatch(new RegExp(`${revision}|${sha256}`));
  }
});

test.each([
  ["-o'w.n", "it's $(touch x) `y`.gguf"],
  ['-dash', '-rf.gguf'],
  ['name', 'a b/"quoted" & <tagged>-Q8_0.gguf'],
])('names full of meaning for a shell stay words: %s, %s', (name, path) => {
  for (const one of waysToGet(
    model(`o/${name.replace("'", '')}`, ['config.json', 'model.safetensors', path]),
    'https://h.x',
  )) {
    if (!shell.includes(one.key) || 'missing' in one) continue;
    // `type` says what each word would be, so that nothing is run but everything is parsed and split.
    const words = execFileSync('bash', ['--norc', '-c', `set -f; ${stubs} ${one.block}`], {
      cwd: '/',
      encoding: 'utf8',
      env: {},
    });
    expect(words, one.key).not.toContain('command not found');
    if (one.key === 'llama-cpp')
      expect(words).toContain(`[llama-cli][-m][${path.startsWith('-') ? './' : ''}${path.split('/').at(-1)}]`);
  }
});

/** Commands that print the words they were given, each in brackets, and do nothing. */
const stubs = ['hf', 'oras', 'ollama', 'vllm', 'curl', 'llama-cli', 'sha256sum', 'mkdir', 'cd', 'cut', 'jq', 'grep']
  .map((name) => `${name}() { printf '[%s]' ${name} "$@"; echo; };`)
  .join(' ');

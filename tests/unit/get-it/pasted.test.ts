// Tests blocks of commands that a user pastes. A shell continues after a failed line, but no program may use files
// that failed a check.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualCommands } from '../../../src/get-it/choices.ts';
import { type ModelPage, modelPage } from '../../../src/model-page/model-page.ts';
import { folderOfTest } from '../../fixtures/own-folder.ts';

const sha256 = '0123456789abcdef'.repeat(4);
const SHARDS = [1, 2].map((at) => `m-BF16-0000${at}-of-00002.gguf`);

function model(id: string, paths: string[]): ModelPage {
  return modelPage({
    license: null,
    places: [],
    sources: [],
    row: {
      id,
      modelId: id,
      sha: 'a1b2c3d4'.repeat(5),
      private: false,
      gated: false,
      disabled: false,
      hub: { manifest: `blake3:${sha256}`, files: paths.length },
    },
    files: paths.map((path) => ({ path, size: 1_000, sha256 })),
  });
}

const direct: Partial<ModelPage> = {
  isDirect: true,
  sources: [{ token: 'a', name: 'A', host: 'a.example', direct: 'https://a.example/' }],
};

function blockOf(page: ModelPage, key: string, form = 0): string {
  const way = usualCommands(page, 'https://hub.example').find((one) => one.key === key)!;
  return (way as { forms: { block: string }[] }).forms[form]!.block;
}

/** Returns the programs that ran when `block` was typed into a shell. Programs whose command matches `failing` fail. */
function typed(block: string, failing: RegExp, at = folderOfTest()): string[] {
  const log = join(folderOfTest(), 'ran');
  writeFileSync(log, '');
  const stubs = ['hf', 'ollama', 'vllm', 'curl', 'llama-server', 'sha256sum'].map((name) => {
    const noted = `echo "${name} $*" >> '${log}'`;
    return `${name}() { ${noted}; ! [[ "${name} $*" =~ ${failing.source} ]]; }`;
  });
  spawnSync('bash', ['--norc'], { cwd: at, input: `${stubs.join('\n')}\n${block}\n`, encoding: 'utf8' });
  return readFileSync(log, 'utf8').trim().split('\n');
}

const gguf = model('o/m', ['m-Q8_0.gguf']);
const root = model('o/m', ['config.json', 'model.safetensors']);

test.each([
  ['llama-cpp', model('o/m', SHARDS), /cache.verify/],
  ['vllm', root, /cache.verify/],
  ['ollama', gguf, /ollama.pull/],
  // The fake program prints no hash, so grep finds none.
  ['ollama', gguf, /nothing/],
] as const)('%s: commands after a failed command do not run', (key, page, failing) => {
  const ran = typed(blockOf(page, key), failing);
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.join('\n')).not.toMatch(/llama-server|serve|ollama run/);
  const failed = ran.findIndex((line) => failing.test(line));
  // In a pipe, curl has already started when the other program fails.
  if (failed >= 0) expect(ran.slice(failed + 1).filter((line) => !line.startsWith('sha256sum'))).toEqual([]);
});

test('the model is served if every check passes', () => {
  expect(typed(blockOf(gguf, 'llama-cpp'), /nothing/).at(-1)).toBe('llama-server -m m/m-Q8_0.gguf');
  expect(typed(blockOf(root, 'vllm'), /nothing/).at(-1)).toBe('vllm serve ./m');
});

test.each([['an export', { ...root, ...direct }]])(
  'if the folder can’t be made, nothing is written into the current folder, with %s',
  (_, page) => {
    const at = folderOfTest();
    writeFileSync(join(at, 'm'), 'a file in the way');
    writeFileSync(join(at, 'SHA256SUMS'), 'mine');
    expect(typed(blockOf(page, 'curl'), /nothing/, at)).toEqual(['']);
    expect(readFileSync(join(at, 'SHA256SUMS'), 'utf8')).toBe('mine');
  },
);

test('blocks keep spaces at the ends of a path, and quote a word that zsh would expand', () => {
  for (const page of [root, { ...root, ...direct }])
    expect(blockOf(page, 'curl')).toContain('| while IFS= read -r path; do\n');
  expect(blockOf(model('o/m', ['=ls-Q8_0.gguf']), 'hf')).toContain("hf download o/m '=ls-Q8_0.gguf'");
});

test('a block for PowerShell is one command, which stops when a program fails', () => {
  for (const [key, page] of [
    ['hf', root],
    ['curl', root],
    ['llama-cpp', gguf],
    ['ollama', gguf],
  ] as const) {
    const block = blockOf(page, key, 1);
    expect(block).toMatch(/^& \{\n {2}\$ErrorActionPreference = 'Stop'\n( {2}.*\n)+\}$/);
    const programs: string[] = block.match(/^ {2}(hf|curl\.exe|ollama pull) .*(\n {4}.*)*\n.*$/gm) ?? [];
    expect(programs.length > 0).toBe(key !== 'curl');
    for (const program of programs) expect(program, key).toMatch(/\n {2}if \(!\$\?\) \{ throw 'stopped' \}$/);
  }
  expect(blockOf(gguf, 'ollama', 1)).toContain(
    `Select-String -SimpleMatch sha256-${sha256})) { throw 'another file' }`,
  );
});

// Tests that no program takes the name of a model or file for an option. Runs every command of the hub in a shell
// with fake programs, and reads the arguments that they get.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choicesOf } from '../../src/get-it/choices.ts';
import { fileCommand } from '../../src/get-it/shells.ts';
import { targetModel } from '../../src/get-it/target-model.ts';
import { commandsFor } from '../../src/get-it/tool-commands.ts';
import { type ModelPage, modelPage } from '../../src/model-page/model-page.ts';
import { encodePath, filePathFault } from '../../src/nouns/file-path.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';

/** A mark that is in every generated name that looks like an option, and in no option of our commands. */
const MARK = '-zq';
const sha256 = '0123456789abcdef'.repeat(4);
const HUB = 'https://hub.example';
const SHELL_FORMS = new Set(['unix', 'linux']);
const PROGRAMS = ['hf', 'ollama', 'vllm', 'curl', 'llama-server', 'llama-cli', 'sha256sum', 'aria2c', 'mkdir'];
const MORE = ['grep', 'python', 'mlx_lm.generate', 'claude', 'jq', 'node'];

const folder = folderOfFile();

const nasty = fc.constantFrom(
  "it's",
  '$(touch owned)',
  '`id`',
  'a b;c&d|e>f<g',
  '"quoted"',
  '*?',
  '~root',
  '#',
  '日本',
  '',
);
const part = fc
  .tuple(fc.constantFrom('', '-', '.', 'a', '_', '9'), fc.constantFrom('zq', '-zq', '.zq', 'zq-', 'zq.m'))
  .map((texts) => texts.join(''))
  .filter(isIdPart);
const segment = fc.tuple(fc.constantFrom(MARK, `-${MARK}`, '.zq', 'zq', '=zq'), nasty).map((texts) => texts.join(''));
const ending = fc.constantFrom('', '.json', '.safetensors', '-Q8_0.gguf', '-00002-of-00003.gguf', '.onnx', '.bin');
const path = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), ending)
  .map(([segments, end]) => segments.join('/') + end)
  .filter((one) => filePathFault(one) === undefined);

function pageOf(id: string, paths: readonly string[], isDirect: boolean): ModelPage {
  const page = modelPage({
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
    files: [...new Set(paths)].map((one) => ({ path: one, size: 1_000, sha256 })),
  });
  const direct = `https://a.example/${id}/resolve/main/`;
  return isDirect ? { ...page, isDirect, sources: [{ token: 'a', name: 'A', host: 'a.example', direct }] } : page;
}

/** Lists the programs that `block` runs, each with its arguments. A fake curl prints a checksum file. */
function called(block: string, paths: readonly string[]): string[][] {
  const stubs = [...PROGRAMS, ...MORE].map(
    (name) => `${name}() { printf '%s\\0' ${name} "$@" >&3; printf '\\n\\0' >&3; }`,
  );
  const sums = paths.map((one) => `${sha256}  ${one}\n`).join('');
  const stub =
    'curl() { printf "%s\\0" curl "$@" >&3; printf "\\n\\0" >&3; case " $* " in *" -o "*) ;; *) printf "%s" "$SUMS";; esac; }';
  const kept = 'cd() { :; }; jq() { cat; }; grep() { cat; }';
  const script = `exec 3>&1 >/dev/null\n${stubs.join('\n')}\n${stub}\n${kept}\n${block}\n`;
  const told = execFileSync('bash', ['--norc', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, SUMS: sums },
  });
  return told
    .split('\n\0')
    .map((words) => words.split('\0').slice(0, -1))
    .filter((words) => words.length > 0);
}

/** True if a program could read this word as an option, although it is a name: only names contain `zq`. */
const isOption = (word: string) => word.startsWith('-') && word.includes('zq') && !/^--[a-z]+=/.test(word);

function expectNames(block: string, paths: readonly string[]): void {
  const programs = called(block, paths);
  expect(programs.length, block).toBeGreaterThan(0);
  expect(
    programs.flatMap((words) => words.filter(isOption)),
    block,
  ).toEqual([]);
}

test('no name in a command of a model’s page becomes an option, in both forms of shell commands', () => {
  const asked = fc.tuple(part, part, fc.array(path, { minLength: 1, maxLength: 3 }), fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(asked, ([owner, name, files, withConfig, isDirect]) => {
      const paths = withConfig ? ['config.json', 'model.safetensors', ...files] : files;
      const page = pageOf(`${owner}/${name}`, paths, isDirect);
      for (const choice of choicesOf(page))
        for (const way of commandsFor(targetModel(page, HUB), choice)) {
          for (const { key, block } of way.forms) {
            if (SHELL_FORMS.has(key)) expectNames(block, paths);
            if (key === 'powershell') expect(block).not.toMatch(/(^|\s)['"]?--?zq/);
          }
        }
    }),
    { numRuns: 12 },
  );
});

test('no name in the command of a file becomes an option', () => {
  fc.assert(
    fc.property(path, (one) => {
      const url = `${HUB}/o/m/resolve/main/${encodePath(one)}`;
      expectNames(fileCommand(url, { path: one, sha256 }), []);
    }),
    { numRuns: 40 },
  );
});

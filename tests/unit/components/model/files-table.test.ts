// Tests the table of files: every row has as many columns as the head, by the rules of HTML.
import { expect, test } from 'vitest';
import { filesHtml } from '../../../../src/components/model/files-html.ts';
import { type ModelPage, modelPage } from '../../../../src/model-page/model-page.ts';

const source = { token: 'srca', display: 'Source A', host: 'a.example' };
const few = ['config.json', '1_Pooling/config.json', 'm-Q4_K_M.gguf', 'm-Q8_0.gguf'];
const many = Array.from({ length: 350 }, (_, at) => `folder-${at % 3}/${at}.bin`);

function page(paths: readonly string[], files: string[] | undefined, isHeld = true): ModelPage {
  return modelPage({
    ...{ license: null, sources: [source], places: isHeld ? [{ source: 'srca', files }] : [] },
    row: {
      ...{ id: 'o/m', modelId: 'o/m', sha: 'a'.repeat(40), private: false, gated: false, disabled: false },
      hub: { manifest: `blake3:${'0'.repeat(64)}`, files: paths.length },
    },
    files: paths.map((path) => ({ path, size: 1_000, sha256: 'b'.repeat(64) })),
  });
}

/** Returns the number of columns in each row. */
function columnsOf(model: ModelPage): number[] {
  const table = /<table.*<\/table>/s.exec(
    filesHtml(model, 'https://hub.example', { order: 'path', via: undefined }).text,
  )![0];
  const rows = table.split('<tr').slice(1);
  return rows.map((row) => {
    const cells = [...row.matchAll(/<t[hd]\b([^>]*)>/g)];
    return cells.reduce((all, [, facts = '']) => all + Number(/colspan="(\d+)"/.exec(facts)?.[1] ?? 1), 0);
  });
}

test.each([
  ['few files', page(few, undefined)],
  ['few files that nobody holds', page(few, undefined, false)],
  ['many files of one source that has all', page(many, undefined)],
  ['many files of a source that has some', page(many, many.slice(1))],
])('every row has four columns: %s', (_, model) => {
  expect(new Set(columnsOf(model))).toEqual(new Set([4]));
});

test('an opened row has the whole hash, the sources of the file, and a command that keeps its folder', () => {
  const { text } = filesHtml(page(few, ['1_Pooling/config.json']), 'https://hub.example', {
    order: 'path',
    via: undefined,
  });
  const [row = ''] = text.split('<tr>').filter((one) => one.includes('1_Pooling/'));
  const more = row.slice(row.indexOf('</summary>'), row.indexOf('</details>'));
  expect(more).toContain(`<code>${'b'.repeat(64)}</code>`);
  expect(more).toContain(`<a href="/via/srca/o/m/resolve/${'a'.repeat(40)}/1_Pooling/config.json">a.example</a>`);
  const command = more.replace(/<[^>]+>/g, '');
  expect(command).toContain('curl -fL --create-dirs -o 1_Pooling/config.json');
  expect(command).toContain(`https://hub.example/o/m/resolve/${'a'.repeat(40)}/1_Pooling/config.json`);
  expect(text.split('At none today')).toHaveLength(few.length);
});

test('the shards of one file are folded together, and each shard has a row', () => {
  const paths = Array.from({ length: 13 }, (_, at) => `m-${`${at + 1}`.padStart(5, '0')}-of-00013.safetensors`);
  const { text } = filesHtml(page(['config.json', ...paths], undefined), 'https://hub.example', {
    order: 'path',
    via: undefined,
  });
  expect(text).toContain('<tbody class="folder"><tr class="group">');
  expect(text).toMatch(/<input type="checkbox" class="unfold"><bdi>m-…-of-00013\.safetensors<\/bdi>/);
  for (const path of paths) expect(text).toContain(`<bdi>${path}</bdi>`);
});

test.each([
  ['of weights alone names no other files', ['model.safetensors'], false],
  ['with weights in another format alone names no other files', ['model.safetensors', 'pytorch_model.bin'], false],
  ['with a configuration names the small files', ['config.json', 'model.safetensors'], true],
])('a copy %s', (_, paths, isNamed) => {
  const { text } = filesHtml(page(paths, undefined), 'https://hub.example', { order: 'path', via: undefined });
  expect(text).toContain('One usable copy needs');
  expect(text).toContain('kB of them weights');
  expect(text.includes('and the small files beside')).toBe(isNamed);
});

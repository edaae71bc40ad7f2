// Tests the opening words on the page of a model with an unusual licence or unusual weights.
import { expect, test } from 'vitest';
import { aboutHtml } from '../../../../src/components/model/about-html.ts';
import { getItHtml } from '../../../../src/components/model/get/choices-html.ts';
import { type ModelPage, modelPage } from '../../../../src/model-page/model-page.ts';

function page(paths: string[], license: string | null = null, tags: string[] = []): ModelPage {
  return modelPage({
    ...{ license, places: [], sources: [] },
    row: {
      ...{ id: 'o/m', modelId: 'o/m', sha: 'a'.repeat(40), private: false, gated: false, disabled: false, tags },
      hub: { manifest: `blake3:${'0'.repeat(64)}`, files: paths.length },
    },
    files: paths.map((path) => ({ path, size: 1_000, sha256: 'b'.repeat(64) })),
  });
}

test('if nobody states a licence, but a file may contain it, a link leads to that file', () => {
  const { text } = aboutHtml(page(['LICENSE', 'model.safetensors']));
  expect(text).toContain(`<a href="/o/m/resolve/${'a'.repeat(40)}/LICENSE">LICENSE</a>`);
  expect(aboutHtml(page(['model.safetensors'])).text).toContain('Not stated.');
});

test('the size of an adapter excludes its base model, whose name is shown', () => {
  const adapter = page(['adapter_config.json', 'adapter_model.bin'], 'mit', ['base_model:adapter:meta/big-7b']);
  expect(aboutHtml(adapter).text).toContain('without the base model that it needs');
  const { text } = getItHtml(adapter, 'https://hub.example', '/x.js');
  expect(text).toContain(
    'Needs its base model, <a href="/models/?search=meta%2Fbig-7b"><bdi>meta/big-7b</bdi></a>: the memory',
  );
  expect(text).not.toMatch(/Needs <strong/);
  expect(text).toContain('It runs on top of <a href="/models/?search=meta%2Fbig-7b"><bdi>meta/big-7b</bdi></a>');
});

test('a model that its tags call an adapter needs the memory of its base, whatever its files are called', () => {
  const lora = page(['pytorch_lora_weights.safetensors'], null, ['base_model:adapter:meta/big-7b']);
  expect(getItHtml(lora, 'https://hub.example', '/x.js').text).toContain('Needs its base model, ');
  const gguf = page(['m-Q8_0.gguf'], null, ['base_model:adapter:meta/big-7b']);
  expect(getItHtml(gguf, 'https://hub.example', '/x.js').text).toMatch(/Needs <strong/);
});

test.each([
  ['names its origin where that holds it', 'srca', true],
  ['names no origin where only another source holds it', 'srcb', false],
])('a model %s', (_, holder, isNamed) => {
  const model = page(['model.safetensors']);
  const host = holder === 'srca' ? 'a.example' : 'b.example';
  const { text } = aboutHtml({
    ...model,
    homes: 'https://a.example/',
    sources: [{ token: holder, name: holder, host }],
  });
  expect(text.includes('href="https://a.example/o/m"')).toBe(isNamed);
  expect(text.includes('Origin')).toBe(isNamed);
});

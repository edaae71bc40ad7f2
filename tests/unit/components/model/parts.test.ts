// Tests parts of the page of a model: the table of files, and the opening words with an unusual licence or unusual
// weights.
import { expect, test } from 'vitest';
import { filesHtml } from '../../../../src/components/model/files-html.ts';
import { getItHtml } from '../../../../src/components/model/get/choices-html.ts';
import { headerHtml } from '../../../../src/components/model/header-html.ts';
import { type ModelPage, modelPage } from '../../../../src/model-page/model-page.ts';

const source = { token: 'srca', display: 'Source A', host: 'a.example' };
const few = ['config.json', '1_Pooling/config.json', 'm-Q4_K_M.gguf', 'm-Q8_0.gguf'];

interface Facts {
  license?: string | null;
  tags?: string[];
  /** The files that the source has; undefined if it has all. */
  files?: string[];
  isHeld?: boolean;
}

function page(paths: readonly string[], { license = null, tags = [], files, isHeld = true }: Facts = {}): ModelPage {
  return modelPage({
    ...{ license, sources: [source], places: isHeld ? [{ source: 'srca', files }] : [] },
    row: {
      ...{ id: 'o/m', modelId: 'o/m', sha: 'a'.repeat(40), private: false, gated: false, disabled: false, tags },
      hub: { manifest: `blake3:${'0'.repeat(64)}`, files: paths.length },
    },
    files: paths.map((path) => ({ path, size: 1_000, sha256: 'b'.repeat(64) })),
  });
}

const hub = 'https://hub.example';
const table = (model: ModelPage) => filesHtml(model, hub).text;
const getIt = (model: ModelPage) => getItHtml(model, hub, '/x.js').text;

test('an opened row has the whole hash, the sources of the file, and a command that keeps its folder', () => {
  const text = table(page(few, { files: ['1_Pooling/config.json'] }));
  const [row = ''] = text.split('<tr>').filter((one) => one.includes('1_Pooling/'));
  const more = row.slice(row.indexOf('</summary>'), row.indexOf('</details>'));
  expect(more).toContain(`<code>${'b'.repeat(64)}</code>`);
  expect(more).toContain(`<a href="/via/srca/o/m/resolve/${'a'.repeat(40)}/1_Pooling/config.json">a.example</a>`);
  const command = more.replace(/<[^>]+>/g, '');
  expect(command).toContain('curl -fL --create-dirs -o 1_Pooling/config.json');
  expect(command).toContain(`https://hub.example/o/m/resolve/${'a'.repeat(40)}/1_Pooling/config.json`);
  expect(text.split('At none today')).toHaveLength(few.length);
});

test('the line of trust names each source, and says whether anybody compared what they hold', () => {
  const sources = ['a', 'b'].map((token) => ({ token, name: `${token}.example`, host: `${token}.example` }));
  const model = { ...page(['model.safetensors']), indexed: '2026-08-23' };
  const trust = (facts: Partial<ModelPage>) => headerHtml({ ...model, ...facts }).text;
  expect(trust({})).toContain('Listed at one source');
  expect(trust({})).toContain('Unchanged since <time datetime="2026-08-23">');
  expect(trust({ sources })).toMatch(/a\.example<\/strong>.*b\.example<\/strong>.*Listed there, not compared/s);
  expect(trust({ sources, hashed: { read: 0, declared: 1 } })).toContain('Their hashes compared');
  expect(trust({ sources: [] })).toContain('At no source today');
});

test('the page shows the version that its address names, in any letter case', () => {
  const model = page(['m-Q4_K_M.gguf', 'm-Q8_0.gguf']);
  const shown = (version?: string) => getItHtml(model, hub, '/x.js', version).text;
  for (const version of ['Q8_0', 'q8_0']) {
    expect(shown(version)).toContain('<strong>1 kB</strong> Q8_0');
    expect(shown(version).replace(/<[^>]+>/g, '')).toContain('ollama run hub.example/o/m:Q8_0');
    expect(shown(version)).toContain('<details class="versions" open>');
    expect(shown(version)).toContain('<a href="?v=q8_0#get-title" aria-current="true">Q8_0</a>');
  }
  for (const version of [undefined, 'none', '"]']) expect(shown(version)).toContain('<strong>1 kB</strong> Q4_K_M');
});

test('the size of an adapter excludes its base model, whose name is shown', () => {
  const adapter = page(['adapter_config.json', 'adapter_model.bin'], { tags: ['base_model:adapter:meta/big-7b'] });
  const text = getIt(adapter);
  expect(text).toContain(
    'Needs its base model, <a href="/models/?search=meta%2Fbig-7b"><bdi>meta/big-7b</bdi></a>: the memory',
  );
  expect(text).not.toMatch(/Needs <strong/);
  expect(text).toContain('It runs on top of <a href="/models/?search=meta%2Fbig-7b"><bdi>meta/big-7b</bdi></a>');
});

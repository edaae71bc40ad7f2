// Tests parts of the page of a model: the line of trust, and the version that its address names.
import { expect, test } from 'vitest';
import { getItHtml } from '../../../../src/components/model/get/choices-html.ts';
import { headerHtml } from '../../../../src/components/model/header-html.ts';
import { type ModelPage, modelPage } from '../../../../src/model-page/model-page.ts';

const source = { token: 'srca', display: 'Source A', host: 'a.example' };

function page(paths: readonly string[]): ModelPage {
  return modelPage({
    license: null,
    sources: [source],
    places: [{ source: 'srca' }],
    row: {
      id: 'o/m',
      modelId: 'o/m',
      sha: 'a'.repeat(40),
      private: false,
      gated: false,
      disabled: false,
      hub: { manifest: `blake3:${'0'.repeat(64)}`, files: paths.length },
    },
    files: paths.map((path) => ({ path, size: 1_000, sha256: 'b'.repeat(64) })),
  });
}

const hub = 'https://hub.example';

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

// Tests that a page which shows only some of very many files states the same facts as a page with all files.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_SHOWN, MOST_SHOWN } from '../../../src/basics/limits.ts';
import { verificationHtml } from '../../../src/components/model/panels-html.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { usualCommands } from '../../../src/get-it/choices.ts';
import { heldBy, type ModelPage, modelPage, pageTotals } from '../../../src/model-page/model-page.ts';
import { modelSummary } from '../../../src/model-page/what-it-is.ts';
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import { fileTotals as headTotals, rowsOf } from '../../../src/resolve/directions.ts';
import type { FileRow } from '../../../src/resolve/directions-head.ts';
import { shownFacts, shownFiles } from '../../../src/resolve/shown-files.ts';
import { SOURCE_FORMAT } from '../../../src/shapes/formats.ts';
import type { SourceObject } from '../../../src/shapes/objects.ts';
import { agentFiles } from '../../../src/tools/agent-files.ts';

const sources = ['one', 'two', 'three'].map((token) => ({ token, display: token, host: `${token}.example` }));
const row = { id: 'acme/many', modelId: 'acme/many', sha: '0'.repeat(40), private: false, gated: false } as const;

/** Makes more files than a page shows, of random kinds, sometimes with files that a page mentions by name. */
const models = fc
  .record({
    seed: fc.nat(),
    kinds: fc.subarray(['bin', 'txt', 'json', 'png', 'safetensors', 'gguf'], { minLength: 1 }),
    named: fc.subarray(
      [
        ...['config.json', 'zz-model.safetensors', 'z/quant-Q4_K_M.gguf', 'z/quant-Q8_0.gguf', 'z/quant-IQ2_XS.gguf'],
        ...['z/half-BF16-00001-of-00002.gguf', 'z/mmproj-F16.gguf', 'zz/ö d.txt', 'zz/large.txt', 'zz/empty'],
      ],
      { minLength: 0 },
    ),
    held: fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })),
  })
  .map(({ seed, kinds, named, held }) => {
    const some = Array.from(
      { length: ALL_SHOWN + 900 },
      (_, at) => `data/${(at * 7919) % 9001}.${kinds[at % kinds.length]}`,
    );
    const files = [...new Set([...some, ...named])].sort(compareBytewise).map((path, at) => ({
      path,
      size: path.endsWith('empty') ? 0 : path.endsWith('large.txt') ? 1e12 : 1 + ((at * 104_729 + seed) % 900_001),
      sha256: sha256Hex(path),
    }));
    const places = held.map((part, at): SourceObject => {
      const about = { format: SOURCE_FORMAT, model: null, kind: 'http', source: sources[at]!.token } as const;
      return part === 0 ? about : { ...about, files: files.filter((_, nth) => nth % 8 < part).map(({ path }) => path) };
    });
    return { rows: rowsOf(files, places), places };
  });

function pageOf(shown: readonly FileRow[], all: readonly FileRow[], places: SourceObject[]): ModelPage {
  const facts = shownFacts(shown, headTotals(all, places));
  const about = { ...row, disabled: false as const, hub: { manifest: `blake3:${'0'.repeat(64)}`, files: all.length } };
  return modelPage({ license: 'mit', row: about, sources, ...facts });
}

test('the facts that a page states about its files hold for all files', () => {
  fc.assert(
    fc.property(models, ({ rows, places }) => {
      const shown = shownFiles(rows);
      // The size of one copy depends on all files, so a page with only some files leaves it out.
      const [some, all] = [pageOf(shown, rows, places), pageOf(rows, rows, places)];
      const { copy: _, ...known } = all;
      const whole = { ...known, formats: some.formats };
      expect(shown).toHaveLength(MOST_SHOWN);
      expect(shown).toEqual(rows.filter((file) => shown.includes(file)));
      expect(agentFiles(shown)).toEqual(agentFiles(rows));
      expect(some.quants).toEqual(whole.quants);
      const told = { ...whole, ...(some.whole && { whole: some.whole }) };
      expect(usualCommands(some, 'https://hub.example')).toEqual(usualCommands(told, 'https://hub.example'));
      expect(modelSummary(some)).toBe(modelSummary(whole));
      expect(pageTotals(some)).toEqual(pageTotals(whole));
      expect(some.sources.map((source) => heldBy(source, some))).toEqual(
        whole.sources.map((source) => heldBy(source, whole)),
      );
      const [shownHtml, wholeHtml] = [some, whole].map((page) => verificationHtml(page, 'https://hub.example').text);
      expect(shownHtml).toBe(wholeHtml);
    }),
    { numRuns: 20 },
  );
});

// Tests lists of a model's files for other programs: a Metalink, and a software bill of materials.
import { expect, test } from 'vitest';
import { metalinkPieces, modelBill } from '../../../src/lock/lists.ts';
import type { LockedFile } from '../../../src/shapes/log.ts';

const file = (path: string, ...urls: string[]): LockedFile => ({
  path,
  size: 3,
  sha256: 'a'.repeat(64),
  urls: urls.map((url) => ({ source: 's.example', url })),
});
const model = {
  id: 'acme/tiny',
  revision: 'c'.repeat(40),
  object: `blake3:${'1'.repeat(64)}` as const,
  files: [file('a & "b".txt', 'https://a.example/?x=1&y=2', 'https://b.example/b'), file('nowhere')],
};
const purl = `pkg:huggingface/acme/tiny@${model.revision}`;

test('a Metalink escapes foreign text, has the sources in order, and leaves out files without a source', () => {
  const text = [...metalinkPieces(model, 'https://hub.example/model.meta4')].join('');
  expect(text).toContain('<origin dynamic="true">https://hub.example/model.meta4</origin>');
  expect(text).toContain('<file name="a &amp; &quot;b&quot;.txt">');
  expect(text).toContain(
    '<url priority="1">https://a.example/?x=1&amp;y=2</url><url priority="2">https://b.example/b</url></file>',
  );
  expect(text).not.toContain('nowhere');
});

test('a bill has the licence, base models and data sets if they are known', () => {
  const tags = ['base_model:finetune:acme/base', 'base_model:acme/base', 'dataset:squad', 'dataset:squad'];
  const bill = modelBill({ ...model, license: 'apache-2.0', task: 'fill-mask', tags }) as Record<string, never>;
  expect(bill.metadata).toMatchObject({
    component: {
      group: 'acme',
      name: 'tiny',
      version: model.revision,
      purl,
      licenses: [{ license: { id: 'Apache-2.0' } }],
      pedigree: { ancestors: [{ purl: 'pkg:huggingface/acme/base', description: 'fine-tuned' }] },
      modelCard: { modelParameters: { task: 'fill-mask', datasets: [{ type: 'dataset', name: 'squad' }] } },
    },
  });
  expect(bill.components).toMatchObject([
    { name: 'a & "b".txt', hashes: [{ alg: 'SHA-256', content: 'a'.repeat(64) }], externalReferences: { length: 2 } },
    { name: 'nowhere', 'bom-ref': `${purl}#nowhere` },
  ]);
  const other = modelBill({ ...model, license: 'gemma' });
  expect(other.serialNumber).toBe(bill.serialNumber);
  expect(other).toMatchObject({ metadata: { component: { licenses: [{ license: { name: 'gemma' } }] } } });
  const bare = modelBill({ ...model, license: null }).metadata as { component: object };
  expect(Object.keys(bare.component)).not.toEqual(expect.arrayContaining(['licenses']));
});

// Tests which models count as pinned: all their weights are on IPFS, under a root that somebody keeps.
import { expect, test } from 'vitest';
import { pinOf } from '../../../src/catalog/source-holdings.ts';
import { MODEL_FORMAT, SOURCE_FORMAT } from '../../../src/shapes/formats.ts';
import type { ModelObject, SourceObject } from '../../../src/shapes/objects.ts';

const revision = '1'.repeat(40);
const model: ModelObject = {
  format: MODEL_FORMAT,
  id: 'a/b',
  revision,
  license: null,
  prev: null,
  files: ['README.md', 'model.safetensors', 'onnx/model.onnx'].map((path) => ({
    path,
    size: 1,
    sha256: '0'.repeat(64),
  })),
};
const source = (facts: Partial<SourceObject>): SourceObject => ({
  format: SOURCE_FORMAT,
  model: '',
  kind: 'ipfs',
  source: 'ipfs',
  root: 'bafyroot',
  ...facts,
});

test('a pinned root counts, with its day if that is known', () => {
  expect(pinOf(model, [source({ pinned: '2026-11-01' })])).toEqual({
    root: 'bafyroot',
    revision,
    pinned: '2026-11-01',
  });
  expect(pinOf(model, [source({ pinned: true, hidden: true })])).toEqual({ root: 'bafyroot', revision, hidden: true });
});

test('a root that nobody keeps does not count, nor does a source on the web', () => {
  expect(pinOf(model, [source({ pinned: false })])).toBeUndefined();
  expect(pinOf(model, [source({ kind: 'http', source: 'srca', pinned: true })])).toBeUndefined();
  expect(pinOf(model, [])).toBeUndefined();
});

test('a root with a part of the files counts if it has all weights', () => {
  const files = ['model.safetensors', 'onnx/model.onnx'];
  expect(pinOf(model, [source({ pinned: true, files })])).toEqual({ root: 'bafyroot', revision });
  expect(pinOf(model, [source({ pinned: true, files: files.slice(1) })])).toBeUndefined();
  expect(pinOf(model, [source({ pinned: true, files: [] }), source({ pinned: true, root: 'whole' })])?.root).toBe(
    'whole',
  );
});

// Tests pins on IPFS through a gateway. A source counts as having a file if the size is right. The bytes must be right
// too if the crawl can check them without reading weights.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256OfRawBlock } from '../../src/nouns/address.ts';
import { safetensors } from '../fixtures/safetensors.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import { type GatewayStandIn, ROOT, rawCid, startGatewayStandIn } from './gateway-stand-in.ts';
import { type HubStandIn, revisionOf, type StandInModel } from './hub-stand-in.ts';

const WEIGHTS = safetensors({ a: ['F32', 1] }, 300 * 1024);
const FILES = { 'config.json': '{"a":1}', 'model.safetensors': WEIGHTS, 'sub/ä b.txt': 'ü' };

let hub: HubStandIn;
let gateway: GatewayStandIn;
let place: CrawlFolder;
let model: StandInModel;
beforeEach(async () => {
  model = { id: 'acme/one', files: { ...FILES }, large: ['model.safetensors'] };
  hub = await hubOfTest([model, { id: 'acme/two', files: { 'a.txt': 'a' } }]);
  gateway = await startGatewayStandIn({ [ROOT]: { ...FILES } });
  place = crawlFolder(hub, { HUB_SOURCE_IPFS: gateway.url });
});
afterEach(() => {
  hub.close();
  gateway.close();
});

const crawl = (day = '2026-01-01', pin: object = {}) => {
  const pins = [{ model: 'acme/one', revision: revisionOf(model), root: ROOT, ...pin }];
  return place.crawl({ day, ids: ['acme/one', 'acme/two'], rules: { others: [{ source: 'ipfs', pins }] } });
};
const ipfs = (id = 'acme/one') => place.sourceOf(id, 'ipfs');
const read = () => gateway.asked.filter((line) => line.startsWith('GET')).map((line) => line.split('/').at(-1));

test('a root with every file is a source, and no weights are read', async () => {
  await crawl('2026-01-01', { pinned: '2025-11-30' });
  expect(ipfs()).toMatchObject({ kind: 'ipfs', root: ROOT, pinned: '2025-11-30' });
  expect(ipfs()).not.toHaveProperty('files');
  expect(read()).toEqual(['config.json', '%C3%A4%20b.txt']);
  expect(ipfs('acme/two')).toBeUndefined();
  expect(place.day()!.rows.map(({ hub }) => hub.sources)).toContainEqual(['Source A', 'IPFS']);
});

test('a CID that names the bytes of a file proves or disproves the file without reading it', async () => {
  expect(sha256OfRawBlock(rawCid('x'))).toBe(hash('sha256', 'x'));
  gateway.namesBlocks = true;
  gateway.roots[ROOT]!['config.json'] = '{"a":2}';
  gateway.roots[ROOT]!['model.safetensors'] = Buffer.alloc(WEIGHTS.length, 'x');
  await crawl();
  expect(read()).toEqual([]);
  expect(ipfs()).toMatchObject({
    files: ['sub/ä b.txt'],
    differs: [
      { path: 'config.json', sha256: hash('sha256', '{"a":2}'), seen: '2026-01-01' },
      { path: 'model.safetensors', seen: '2026-01-01' },
    ],
  });
});

test.each([
  ['weights of another size', { 'model.safetensors': 'short' }, ['config.json', 'sub/ä b.txt']],
  ['a file that is not there', { 'sub/ä b.txt': undefined }, ['config.json', 'model.safetensors']],
  ['a small file of the same size', { 'config.json': '{"b":1}' }, ['model.safetensors', 'sub/ä b.txt']],
])('%s does not count', async (_, other, files) => {
  Object.assign(gateway.roots[ROOT]!, other);
  await crawl();
  expect(ipfs()!.files).toEqual(files);
});

test('a proved pin costs one request a day, and is checked again when that request fails', async () => {
  await crawl();
  gateway.asked.length = 0;
  await crawl('2026-01-02');
  expect(gateway.asked).toEqual([`HEAD /ipfs/${ROOT}/model.safetensors`]);
  delete gateway.roots[ROOT]!['model.safetensors'];
  await crawl('2026-01-03');
  expect(ipfs()!.files).toEqual(['config.json', 'sub/ä b.txt']);
});

test('a pin of another revision is ignored', async () => {
  await crawl('2026-01-01', { revision: '0'.repeat(40) });
  expect(ipfs()).toBeUndefined();
  expect(gateway.asked).toEqual([]);
});

test.each([
  ['500', { status: 500 }],
  ['403', { status: 403 }],
  ['nothing at all', { stalls: true as const }],
])('after a gateway answers %s, earlier facts stay and the run does not fail', async (_, trouble) => {
  await crawl();
  const before = ipfs();
  gateway.trouble = () => trouble;
  const { crawl: report } = await crawl('2026-01-02');
  expect(ipfs()).toEqual(before);
  expect(report!.notes).toMatchObject([{ id: 'acme/one', kind: 'unasked' }]);
});

test.each([
  ['a root', { root: 'Qm' }, 'others.0.pins.0.root is no CID'],
  ['a revision', { revision: 'main' }, 'others.0.pins.0.revision is no commit'],
  ['a day', { pinned: 'today' }, 'others.0.pins.0.pinned is malformed: write YYYY-MM-DD'],
  ['a model', { model: 'one' }, 'others.0.pins.0.model is no owner/name'],
])('a malformed pin is refused: %s', async (_, pin, sentence) => {
  await expect(crawl('2026-01-01', pin)).rejects.toThrow(sentence);
});

import { expect, test } from 'vitest';
import { memoryBytes } from '../../../../../functions/stores/bytes/memory-bytes.ts';
import { logFiles, REMOTE_LOG } from '../../../../../functions/stores/tree/log-files.ts';

const tile = new Uint8Array(32).fill(7);

test('a file above the limit of its kind counts as damaged, and a name of no file of a log is not requested', () => {
  const files = new Map([
    ['tile/0/000.p/1', tile],
    ['tile/0/000', new Uint8Array(8193)],
    ['secret', tile],
  ]);
  const log = logFiles(memoryBytes(files));
  expect(log.read('tile/0/000.p/1')).toEqual(tile);
  expect(log.read('tile/0/001')).toBeUndefined();
  expect(log.read('secret')).toBeUndefined();
  expect(() => log.read('tile/0/000')).toThrow('tile/0/000 of the log has 8193 bytes.');
});

test('a tile of a log in a bucket is requested once, and again only if it turns out to be wrong', async () => {
  const asked: string[] = [];
  const store = {
    ...memoryBytes(),
    get(name: string) {
      asked.push(name);
      return Promise.resolve(name.startsWith('tile/') ? tile : undefined);
    },
  };
  const log = logFiles(store, REMOTE_LOG);
  for (let time = 0; time < 3; time++) expect(await log.read('tile/0/000.p/1')).toEqual(tile);
  expect(asked).toEqual(['tile/0/000.p/1']);
  log.mistrust();
  await log.read('tile/0/000.p/1');
  expect(asked).toHaveLength(2);
  // A missing file may exist later, so it is requested again.
  for (let time = 0; time < 2; time++) expect(await log.read('models/9/first')).toBeUndefined();
  expect(asked).toHaveLength(4);
});

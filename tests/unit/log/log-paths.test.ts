import { expect, test } from 'vitest';
import { parseLogPath } from '../../../src/log/tiles.ts';

test.each([
  ['checkpoint', 'checkpoint'],
  ['tile/0/000', 'hashes'],
  ['tile/1/x001/067.p/12', 'hashes'],
  ['tile/entries/000.p/3', 'entries'],
  ['models/12/first', 'models'],
  ['models/12/40', 'models'],
])('the path %s is that of a %s', (path, kind) => {
  expect(parseLogPath(path)?.kind).toBe(kind);
});

test.each([
  ...['', 'first', 'Checkpoint', 'checkpoint/', 'tile/ids/000', 'tile/0/0', 'tile/00/000', 'tile/0/000.p/256'],
  ...['tile/0/x000/001', 'tile/-1/000', 'models/', 'models/0/first', 'models/12/first/x'],
  ...['models/12/00', 'models/012/0', 'models/12/-1', 'models/12/checkpoint', '../current'],
])('%s is not the path of a log file', (path) => {
  expect(parseLogPath(path)).toBeUndefined();
});

test('a tile has at most 256 hashes or entries', () => {
  expect(parseLogPath('tile/0/000')?.most).toBe(8192);
  expect(parseLogPath('tile/entries/000')?.most).toBe(256 * 65_537);
});

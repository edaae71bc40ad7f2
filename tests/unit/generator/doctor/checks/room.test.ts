// Tests when the doctor finds too little room on a disk, in bytes or in files.
import { expect, test } from 'vitest';
import { judgeRoom } from '../../../../../generator/doctor/checks/room.ts';

const disk = {
  type: 0,
  bsize: 4096,
  frsize: 4096,
  blocks: 1_000_000,
  bfree: 500_000,
  bavail: 500_000,
  files: 1000,
  ffree: 500,
};

test.each([
  ['half of it', {}, 'ok'],
  ['few bytes', { bavail: 99_000 }, 'warn'],
  ['hardly a byte', { bavail: 19_000 }, 'fail'],
  ['few files', { ffree: 99 }, 'warn'],
  ['no file', { ffree: 0 }, 'fail'],
  ['no count of files, as on some file systems', { files: 0, ffree: 0 }, 'ok'],
  ['a small share of a large disk', { blocks: 1e12, bavail: 14e6 }, 'ok'],
])('the verdict on %s', (_, less, state) => {
  expect(judgeRoom('/data', { ...disk, ...less })[0]).toBe(state);
});

test('the doctor says how much room is left', () => {
  expect(judgeRoom('/data', disk)[1]).toBe('/data has room for 2,048,000,000 bytes and 500 files.');
});

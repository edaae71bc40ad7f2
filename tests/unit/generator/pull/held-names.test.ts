// Tests names of files that a file system can't have, on Windows and elsewhere.
import { describe, expect, test } from 'vitest';
import { refuseNames } from '../../../../generator/pull/plan.ts';

const named = (path: string) => ({ path });
const WINDOWS = { isWindows: true, ignoresCase: true };
const ELSEWHERE = { isWindows: false, ignoresCase: false };

describe('only Windows', () => {
  test.each([
    ...['con', 'aux.txt', 'weights/NUL', 'COM1.bin', 'lpt¹', 'CONIN$', 'con .txt', 'nul/config.json'],
    ...['ends.', 'folder./config.json', 'ends ', 'a:b', 'what?.txt', 'a*', 'a<b', 'a|b', 'a"b'],
  ])('refuses %j', (path) => {
    const asked = (rules: typeof WINDOWS) => () => refuseNames([named('config.json'), named(path)], rules);
    expect(asked(WINDOWS)).toThrow(
      `Windows can't hold a file named ${JSON.stringify(path)}: leave it out with --exclude.`,
    );
    expect(asked(ELSEWHERE)).not.toThrow();
  });

  test.each(['console.txt', 'com10', 'auxiliary', '.nul', 'a.con', 'größe-模型.txt', 'a b/c d.txt'])(
    'allows %j',
    (path) => {
      expect(() => refuseNames([named(path)], WINDOWS)).not.toThrow();
    },
  );
});

test('two names that differ only by case are refused if the file system ignores case', () => {
  const files = [named('README.md'), named('readme.md')];
  expect(() => refuseNames(files, ELSEWHERE)).not.toThrow();
  expect(() => refuseNames(files, { ...ELSEWHERE, ignoresCase: true })).toThrow(`can't hold both`);
});

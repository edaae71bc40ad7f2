// Tests lines to an output that is full, slow or closed: no line is torn, every lost line is counted, and no call
// throws.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openLineOutput } from '../../../../functions/rim/line-output.ts';
import { linuxMissing, needs, posixMissing } from '../../../fixtures/needs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const opened: number[] = [];
afterEach(() => {
  for (const fd of opened.splice(0)) closeSync(fd);
});

/** Opens an output to `path`, and collects what it reports. */
function outputTo(path: string, flags: number | string) {
  const fd = openSync(path, flags);
  opened.push(fd);
  const told: string[] = [];
  const output = openLineOutput({
    fd,
    name: 'Standard output',
    lines: 'log lines',
    tell: (sentence) => void told.push(sentence),
  });
  return { fd, told, output };
}

const line = (at: number) => `{"line":${at}}\n`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at)).join('');
/** Returns the numbers in the lines. Throws if a line is torn. */
const numbers = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((one) => (JSON.parse(one) as { line: number }).line);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

test('a file gets every line in order, and the end waits for the last', async () => {
  const path = join(folderOfTest(), 'log');
  const { told, output } = outputTo(path, 'w');
  for (let at = 0; at < 500; at++) output.write(lines(10 * at, 10 * at + 10));
  // The end closes the descriptor.
  opened.pop();
  await output.end();
  expect(numbers(readFileSync(path, 'utf8'))).toEqual(range(0, 5000));
  expect([told, output.lost]).toEqual([[], 0]);
});

test('before the process exits, lines are written at once', () => {
  const path = join(folderOfTest(), 'log');
  const { output } = outputTo(path, 'w');
  output.write(lines(0, 10));
  output.write(lines(10, 20));
  output.flush();
  expect(readFileSync(path, 'utf8')).toContain(line(19));
});

test('a slow reader gets whole lines, and the number that it lost is reported', needs(posixMissing), async () => {
  const path = join(folderOfTest(), 'pipe');
  execFileSync('mkfifo', [path]);
  const { fd, told, output } = outputTo(path, constants.O_RDWR | constants.O_NONBLOCK);
  for (let at = 0; at < 30; at++) output.write(lines(10_000 * at, 10_000 * at + 10_000));
  expect(told).toEqual([expect.stringMatching(/^Standard output is read too slowly: log lines beyond/)]);
  let text = '';
  const read = () => {
    const bytes = Buffer.alloc(1 << 16);
    try {
      for (let count = 1; count > 0; ) {
        count = readSync(fd, bytes);
        text += bytes.toString('latin1', 0, count);
      }
    } catch {
      // There is nothing to read now.
    }
    return text;
  };
  const given = 300_000 - output.lost;
  await expect.poll(() => read().split('\n').length - 1, { timeout: 20_000, interval: 5 }).toBe(given);
  expect(numbers(text)).toEqual(range(0, given));
  await wait(1100);
  output.write(lines(300_000, 300_001));
  await expect.poll(() => read().endsWith(line(300_000))).toBe(true);
  await expect
    .poll(() => told.slice(1))
    .toEqual([expect.stringMatching(`takes log lines again: ${output.lost} were lost within [0-9]+ seconds`)]);
});

test(
  'two outputs on one full disk do not cause notices about each other without end',
  needs(linuxMissing),
  async () => {
    const told: string[] = [];
    const outputs = [1, 2].map((which) => {
      const fd = openSync('/dev/full', 'w');
      opened.push(fd);
      return openLineOutput({
        fd,
        name: `Output ${which}`,
        lines: 'lines',
        tell(sentence) {
          told.push(sentence);
          outputs[2 - which]!.write(`${sentence}\n`);
        },
      });
    });
    for (let i = 0; i < 10; i++) {
      outputs[0]!.write('x\n');
      await wait(5);
    }
    expect(told).toHaveLength(2);
  },
);

test('a file descriptor that is closed harms nobody', async () => {
  const { told, output } = outputTo(join(folderOfTest(), 'log'), 'w');
  closeSync(opened.pop()!);
  output.write(line(0));
  await expect.poll(() => told).toEqual([expect.stringMatching(/can't be written \(EBADF\)/)]);
  output.flush();
});

// Tests lines to an output that is full, slow or closed: no line is torn, every lost line is counted, and no call
// throws.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLineOutput } from '../../../../functions/rim/line-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes an output that accepts `room` bytes and then fails with the error code `fault`. */
function disk(room: number, fault: string) {
  const state = { room, fault, written: '', told: [] as string[], calls: 0, lost: 0 };
  const output = openLineOutput({
    ...{ fd: 99, name: 'Standard output', lines: 'log lines', tell: (sentence) => void state.told.push(sentence) },
    onLost(count) {
      state.lost += count;
    },
    writeBytes(_, bytes, from) {
      state.calls++;
      const taken = Math.min(state.room, bytes.length - from);
      if (taken === 0) throw Object.assign(new Error(state.fault), { code: state.fault });
      state.room -= taken;
      state.written += Buffer.from(bytes.subarray(from, from + taken)).toString();
      return taken;
    },
  });
  return { state, output };
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

describe.each(['ENOSPC', 'EDQUOT', 'EIO', 'EPIPE', 'EBADF', 'EFBIG'])('an output that fails with %s', (fault) => {
  test('lines are lost and counted, with one notice at the beginning and one at the end', () => {
    const { state, output } = disk(0, fault);
    for (let i = 0; i < 100; i++) {
      output.write(lines(10 * i, 10 * i + 10));
      vi.advanceTimersByTime(100);
    }
    expect(state.told).toEqual([
      expect.stringMatching(`^Standard output can't be written \\(${fault}\\): log lines are lost`),
    ]);
    state.room = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(2000);
    output.write(lines(1000, 1010));
    expect(numbers(state.written)).toEqual(range(1000, 1010));
    expect(state.told.slice(1)).toEqual(['Standard output takes log lines again: 1000 were lost within 10 seconds.']);
    expect(state.lost).toBe(1000);
  });

  test('a line that is partly written is completed before the next line', () => {
    const { state, output } = disk(25, fault);
    output.write(lines(0, 10));
    expect(state.written).toBe(lines(0, 10).slice(0, 25));
    output.write(lines(10, 20));
    state.room = 1;
    vi.advanceTimersByTime(5000);
    output.write(lines(20, 30));
    state.room = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(5000);
    output.write(lines(30, 40));
    expect(numbers(state.written)).toEqual([0, 1, 2, ...range(30, 40)]);
    expect(state.told).toHaveLength(2);
    expect(state.told[1]).toContain(' 27 were lost ');
  });
});

describe('a reader that is slow', () => {
  test('gets every line, whole and in order, while memory has room', () => {
    const { state, output } = disk(0, 'EAGAIN');
    for (let i = 0; i < 100; i++) {
      output.write(lines(100 * i, 100 * i + 100));
      state.room = 700;
      vi.advanceTimersByTime(200);
    }
    state.room = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(200);
    expect(numbers(state.written)).toEqual(range(0, 10_000));
    expect(state.told).toEqual([]);
  });

  test('loses the newest lines if there are too many, and they are counted', () => {
    const { state, output } = disk(5, 'EAGAIN');
    for (let i = 0; i < 2000; i++) output.write(lines(100 * i, 100 * i + 100));
    expect(state.told).toEqual([expect.stringMatching(/^Standard output is read too slowly: log lines are lost/)]);
    state.room = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(2000);
    output.write(lines(200_000, 200_001));
    const got = numbers(state.written);
    expect(got.slice(0, -1)).toEqual(range(0, got.length - 1));
    expect(state.told[1]).toContain(` ${200_001 - got.length} were lost `);
  });
});

test('an output that is nearly full gets no notice for each change', () => {
  const { state, output } = disk(0, 'ENOSPC');
  for (let i = 0; i < 100; i++) {
    state.room = i % 2 === 0 ? 0 : 1000;
    output.write(lines(i, i + 1));
    vi.advanceTimersByTime(200);
  }
  expect(state.told).toHaveLength(1);
});

test('two outputs on one full disk do not cause notices about each other without end', () => {
  const told: string[] = [];
  const full = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const outputs = [1, 2].map((which) =>
    openLineOutput({
      ...{ fd: 99, name: `Output ${which}`, lines: 'lines', writeBytes: full },
      tell(sentence) {
        told.push(sentence);
        outputs[2 - which]!.write(`${sentence}\n`);
      },
    }),
  );
  for (let i = 0; i < 10; i++) outputs[0]!.write('x\n');
  expect(told).toHaveLength(2);
});

test('the end waits for a slow reader, but not for a full disk', async () => {
  const slow = disk(0, 'EAGAIN');
  slow.output.write(lines(0, 3));
  const ended = slow.output.end();
  slow.state.room = 1000;
  await vi.advanceTimersByTimeAsync(400);
  await ended;
  expect(slow.state.written).toBe(lines(0, 3));
  const full = disk(5, 'ENOSPC');
  full.output.write(lines(0, 3));
  await full.output.end();
  const stuck = disk(0, 'EAGAIN');
  stuck.output.write(lines(0, 3));
  const gaveUp = stuck.output.end();
  await vi.advanceTimersByTimeAsync(1200);
  await gaveUp;
});

/** Tests progress as lines in a log and as a bar on a terminal. */
import type { WriteStream } from 'node:tty';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgress } from '../../../../generator/process/progress.ts';

function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, stream: { isTTY, columns: 80, rows: 24, write } as unknown as WriteStream };
}

function stopClock() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a log gets a line every ten seconds, and one at the end', () => {
  stopClock();
  const { written, stream: log } = stream(false);
  const task = createProgress(log).start('Writing', 4000);
  for (let i = 0; i < 4000; i++) {
    vi.advanceTimersByTime(4);
    task.advance();
  }
  task.done();
  expect(written).toEqual(['Writing: 2,500 of 4,000, 62 %, 6 s left\n', 'Writing: 4,000, 16.0 s\n']);
});

test('a terminal gets a bar that is redrawn', () => {
  stopClock();
  const { written, stream: terminal } = stream(true);
  const task = createProgress(terminal).start('Writing', 1000);
  vi.advanceTimersByTime(200);
  task.advance(500);
  task.done();
  const text = written.join('');
  expect(text).toContain(`Writing ${'█'.repeat(12)}${'░'.repeat(12)} 500 of 1,000, 50 %`);
  expect(text).toContain('Writing: 500, 0.2 s');
});

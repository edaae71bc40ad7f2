// Tests the access log: it has a line of JSON for each request, without any text that could be a secret.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccessLog } from '../../../../functions/rim/access-log.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00.500Z') }));
afterEach(() => void vi.useRealTimers());

function logged(use: (log: ReturnType<typeof createAccessLog>) => void): Record<string, unknown>[] {
  let text = '';
  const log = createAccessLog((lines) => {
    text += lines;
  }, rethrow);
  use(log);
  log.flush();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function rethrow(error: unknown): never {
  throw error;
}

const ok = { status: 200, headers: ['ETag', '"x"'], body: undefined };

test('a line has the time to the millisecond, the method, the status, the milliseconds, the path, and the id of the request', () => {
  const named = { ...ok, id: 'abc-1' };
  const lines = logged((log) => {
    log.note('GET', '/api/models/o/n', ok, 1.23456);
    vi.advanceTimersByTime(7);
    log.note('GET', '/api/models/o/n', named, 1.23456);
  });
  const line = { method: 'GET', status: 200, ms: 1.23, path: '/api/models/o/n' };
  expect(lines).toEqual([
    { time: '2026-11-20T10:00:00.500Z', ...line },
    { time: '2026-11-20T10:00:00.507Z', ...line, id: 'abc-1' },
  ]);
});

test('the line of a refusal has only its code, or the beginning of its route if there is no code', () => {
  const headers = ['X-Error-Code', 'RepoNotFound', 'X-Error-Message', 'No model "secret"'];
  const lines = logged((log) => {
    log.note('GET', '/hf_secret/x', { status: 404, headers, body: 'secret' }, 1);
    for (const path of [
      '/via/SECRET',
      '/secret',
      '/v2/secret/x/manifests/y',
      '/api/account/saved/o%2Fsecret',
      '/healthz',
    ])
      log.note('GET', path, { status: 503, headers: [], body: undefined }, 1);
  });
  expect(lines.map(({ code, path }) => code ?? path)).toEqual([
    'RepoNotFound',
    ...['/', '/', '/v2', '/api/account/saved', '/healthz'],
  ]);
  expect(JSON.stringify(lines).toLowerCase()).not.toContain('secret');
});

test('a client’s method or path can’t make a second line', () => {
  const lines = logged((log) => log.note('GE"T\n', '/a"\n{"forged":1}', ok, 1));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty('forged');
});

test('a line that can’t be written is reported, and the log goes on', () => {
  const faults: unknown[] = [];
  const writes: string[] = [];
  const log = createAccessLog(
    (lines) => {
      if (writes.push(lines) === 1) throw new Error('full');
    },
    (error) => void faults.push(error),
  );
  log.note('GET', '/a', ok, 1);
  vi.advanceTimersByTime(1000);
  log.note('GET', '/b', ok, 1);
  log.flush();
  expect(faults).toEqual([new Error('full')]);
  expect(writes).toHaveLength(2);
});

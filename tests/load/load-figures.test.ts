// Tests the figures of a load: the time of an answer counts from when its request was due, and wrong answers are
// listed.
import { expect, test } from 'vitest';
import { classTable, quantile, slowestSeconds } from './load-figures.ts';
import { loadTargets } from './load-targets.ts';
import { answersIn } from './vegeta.ts';

const [one, two] = [
  { class: 'redirect', method: 'HEAD', path: '/a', headers: {}, status: 302 },
  { class: 'search', method: 'GET', path: '/b', headers: {}, status: 200 },
] as const;

/** Makes a line of vegeta's output about a request that it sent `sent` milliseconds after the first. */
const result = (seq: number, sent: number, { method, path }: typeof one | typeof two, code: number, more = {}) => ({
  ...{ seq, code, latency: 2_500_000, error: '', method, url: `http://127.0.0.1:1${path}`, headers: null, ...more },
  timestamp: `2026-11-25T00:00:0${Math.floor(sent / 1000)}.${String(Math.round((sent % 1000) * 1e6)).padStart(9, '0')}Z`,
});

test('a request that was sent late counts from when it was due', () => {
  // At two requests per second, the requests are due after 0, 500, 1000 and 1500 milliseconds.
  const sent = [
    result(0, 0, one, 302),
    result(2, 1000, one, 302),
    result(1, 1900, two, 200),
    result(3, 1900.25, two, 200),
  ];
  const answers = answersIn(sent, [one, two], 2);
  expect(answers.map(({ ms }) => Math.round(ms * 100) / 100)).toEqual([2.5, 2.5, 1402.5, 402.75]);
  expect(answers.map(({ target }) => target.class)).toEqual(['redirect', 'redirect', 'search', 'search']);
});

test('a wrong answer is listed with its request, and a redirect with the host that it names', () => {
  const results = [
    result(0, 0, one, 302, { headers: { Location: ['http://srcb.example:81/file'] } }),
    result(1, 500, two, 502, { error: '502 Bad Gateway' }),
    result(2, 1000, one, 0, { error: 'connection refused' }),
  ];
  const answers = answersIn(results, [one, two], 2);
  expect(answers.map(({ fault }) => fault)).toEqual([undefined, 'GET /b: 502', 'HEAD /a: connection refused']);
  expect(answers.map(({ to }) => to)).toEqual(['srcb.example:81', undefined, undefined]);
});

test('the table has a row for each class, beside the yardstick', () => {
  const times = Array.from({ length: 1000 }, (_, at) => ({
    target: one,
    due: at / 100,
    ms: 1000 - at,
    fault: undefined,
    to: undefined,
  }));
  expect([quantile(times, 0.5), quantile(times, 0.999), quantile(times, 1)]).toEqual([500, 999, 1000]);
  expect(slowestSeconds(times, 2)).toBe('0 (1000 ms), 1 (900 ms)');
  const rows = classTable([...times, { ...times[0]!, target: two, ms: 7 }], [{ ...times[0]!, ms: 3 }]);
  expect(rows.slice(2)).toEqual([
    '| redirect | 1,000 | 500.0 | 990.0 | 999.0 | 1000.0 | 3.0 | 3.0 |',
    '| search | 1 | 7.0 | 7.0 | 7.0 | 7.0 | NaN | NaN |',
    '| all | 1,001 | 500.0 | 990.0 | 999.0 | 1000.0 | 3.0 | 3.0 |',
  ]);
});

test('the same seed gives the same mix, which has every class', () => {
  const targets = loadTargets(['acme/a', 'acme/b'], 500, 1);
  expect(loadTargets(['acme/a', 'acme/b'], 500, 1)).toEqual(targets);
  expect(new Set(targets.map((target) => target.class)).size).toBe(9);
});

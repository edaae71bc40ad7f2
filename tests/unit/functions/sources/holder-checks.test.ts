// Tests the checks of sources that should have a model: which requests a source gets, how often, and the effect of
// a refusal. Answers and the clock are simulated.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Holder } from '../../../../functions/ports/ports.ts';
import { HolderChecks } from '../../../../functions/sources/holder-checks.ts';

const holder = (source: string, path = 'm/w.bin'): Holder => ({
  source,
  host: `${source}.example`,
  url: `https://${source}.example/${path}`,
});

interface Asked {
  at: number;
  method: string;
  url: string;
  headers: Headers;
}

let asked: Asked[];
/** The answers of the source, by method. The value `drop` breaks the connection. */
let answers: Record<string, Response | 'drop' | (() => Response)>;
let isOk: boolean;

function checks(): HolderChecks {
  return new HolderChecks({
    sources: ['a', 'b'],
    every: 30,
    userAgent: 'Model-Hub/1 (+https://hub.example)',
    isOk: () => isOk,
    get: (async (url: string, { method = 'GET', headers }: RequestInit) => {
      asked.push({ at: Date.now(), method, url, headers: new Headers(headers) });
      const given = answers[method] ?? new Response(null, { status: 200 });
      if (given === 'drop') throw new TypeError('fetch failed');
      return typeof given === 'function' ? given() : given;
    }) as typeof fetch,
  });
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: code, headers });
const settle = () => vi.advanceTimersByTimeAsync(0);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  asked = [];
  answers = {};
  isOk = true;
});
afterEach(() => void vi.useRealTimers());

describe('the request', () => {
  test('is a HEAD for the file of the redirect, with the hub’s name and nothing of the caller', async () => {
    checks().directed('m/one', holder('a'));
    await settle();
    expect(asked.map(({ method, url }) => [method, url])).toEqual([['HEAD', 'https://a.example/m/w.bin']]);
    expect([...asked[0]!.headers.keys()].sort()).toEqual(['accept-encoding', 'user-agent']);
  });

  test('is sent once a second at most to each source, however many redirects there are', async () => {
    const one = checks();
    for (let second = 0; second < 5; second++) {
      for (let at = 0; at < 1000; at++) one.directed(`m/${second}-${at}`, holder('a'));
      await seconds(1);
    }
    expect(asked.length).toBe(5);
  });

  test('does not wait for other sources', async () => {
    const one = checks();
    one.directed('m/one', holder('a'));
    one.directed('m/one', holder('b'));
    await settle();
    expect(asked.length).toBe(2);
  });

  test('does not repeat for twenty intervals if the model is there', async () => {
    const one = checks();
    one.directed('m/one', holder('a'));
    await seconds(599);
    one.directed('m/one', holder('a'));
    expect(asked.length).toBe(1);
    await seconds(1);
    one.directed('m/one', holder('a'));
    expect(asked.length).toBe(2);
  });

  test('is not sent to a source that is down, nor after the end', async () => {
    const one = checks();
    isOk = false;
    one.directed('m/one', holder('a'));
    isOk = true;
    one.stop();
    one.directed('m/one', holder('a'));
    await settle();
    expect(asked).toEqual([]);
  });
});

describe('refusals', () => {
  test.each([404, 410, 429, 500, 503])('status %i is a refusal, and is requested once', async (code) => {
    const one = checks();
    answers = { HEAD: status(code) };
    one.directed('m/one', holder('a'));
    await settle();
    expect(one.serves('m/one', holder('a'))).toBe(false);
    expect(asked.length).toBe(1);
  });

  test.each([200, 206, 302, 307])('status %i is no refusal', async (code) => {
    const one = checks();
    answers = { HEAD: status(code) };
    one.directed('m/one', holder('a'));
    await settle();
    expect(one.serves('m/one', holder('a'))).toBe(true);
  });

  test.each([400, 401, 403, 405, 501])(
    'status %i may concern only HEAD, so a GET for one byte decides',
    async (code) => {
      const one = checks();
      answers = { HEAD: status(code), GET: status(206) };
      one.directed('m/one', holder('a'));
      await settle();
      expect(asked.map(({ method, headers }) => [method, headers.get('range')])).toEqual([
        ['HEAD', null],
        ['GET', 'bytes=0-0'],
      ]);
      expect(one.serves('m/one', holder('a'))).toBe(true);
      answers = { HEAD: status(code), GET: status(code) };
      await seconds(1);
      one.directed('m/two', holder('a'));
      await settle();
      expect(one.serves('m/two', holder('a'))).toBe(false);
    },
  );

  test('two broken connections in a row are a refusal', async () => {
    const one = checks();
    answers = { HEAD: 'drop', GET: status(200) };
    one.directed('m/one', holder('a'));
    await seconds(1);
    expect(one.serves('m/one', holder('a'))).toBe(true);
    answers = { HEAD: 'drop', GET: 'drop' };
    one.directed('m/two', holder('a'));
    await settle();
    expect(one.serves('m/two', holder('a'))).toBe(false);
  });
});

describe('a refusal', () => {
  test('changes only the order of that source for that model', async () => {
    const one = checks();
    answers = { HEAD: status(503) };
    one.directed('m/one', holder('a'));
    await settle();
    expect(one.serves('m/one', holder('b'))).toBe(true);
    expect(one.serves('m/two', holder('a'))).toBe(true);
    expect(one.refusing()).toEqual({ a: 1 });
  });

  test('lasts until the source has the model again, which the hub checks in the background when somebody requests the model', async () => {
    const one = checks();
    answers = { HEAD: status(503) };
    one.directed('m/one', holder('a'));
    await seconds(59);
    expect(one.serves('m/one', holder('a'))).toBe(false);
    expect(asked.length).toBe(1);
    answers = { HEAD: status(200) };
    await seconds(1);
    // Nobody requests the model during this hour, so the hub sends no request.
    await seconds(3600);
    expect(asked.length).toBe(1);
    expect(one.serves('m/one', holder('a'))).toBe(false);
    await settle();
    expect(one.serves('m/one', holder('a'))).toBe(true);
    expect(one.refusing()).toEqual({});
  });

  test('in a row of refusals doubles the time to the next check, up to 64 intervals', async () => {
    const one = checks();
    answers = { HEAD: status(404) };
    one.directed('m/one', holder('a'));
    const start = Date.now();
    for (let second = 0; second < 3 * 3600; second++) {
      await seconds(1);
      one.serves('m/one', holder('a'));
    }
    const waits = asked.map(({ at }, i) => (i === 0 ? at - start : at - asked[i - 1]!.at) / 1000);
    expect(waits.map((wait) => Math.round(wait / 30))).toEqual([0, 2, 4, 8, 16, 32, 64, 64, 64, 64]);
  });

  test('with Retry-After stops all checks of the source, for seconds or until a date', async () => {
    const one = checks();
    answers = { HEAD: status(429, { 'Retry-After': '300' }) };
    one.directed('m/one', holder('a'));
    await seconds(299);
    one.directed('m/two', holder('a'));
    expect(one.serves('m/one', holder('a'))).toBe(false);
    expect(asked.length).toBe(1);
    answers = { HEAD: status(503, { 'Retry-After': new Date(Date.now() + 600_000).toUTCString() }) };
    await seconds(1);
    one.directed('m/two', holder('a'));
    await seconds(598);
    one.directed('m/three', holder('a'));
    expect(asked.length).toBe(2);
    await seconds(2);
    one.directed('m/three', holder('a'));
    expect(asked.length).toBe(3);
  });

  test('takes limited memory, however many there are', async () => {
    const one = checks();
    answers = { HEAD: status(404) };
    for (let at = 0; at < 8400; at++) {
      one.directed(`m/${at}`, holder('a'));
      await seconds(1);
    }
    const { a = 0 } = one.refusing();
    expect(a).toBeGreaterThanOrEqual(4096);
    expect(a).toBeLessThanOrEqual(8192);
  });
});

// Tests the checks of sources that should have a model: which requests a source gets, how often, and the effect of
// a refusal. Answers and the clock are simulated.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Holder } from '../../../../functions/ports/ports.ts';
import { holderChecks } from '../../../../functions/sources/holder-checks.ts';

const holder = (source: string): Holder => ({
  source,
  host: `${source}.example`,
  url: `https://${source}.example/m/w.bin`,
});

/** The requests: their times in seconds since the start, methods, URLs and headers. */
let asked: { at: number; method: string; url: string; headers: Headers }[];
/** The status that the source gives to each method, and its headers. The value 0 breaks the connection. */
let answers: { HEAD: number; GET: number; headers?: Record<string, string> };
let isOk: boolean;
let one: ReturnType<typeof holderChecks>;

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
/** Sends a caller to the source, and waits for the check. Returns whether the source counts as serving the model. */
async function directed(model: string, source = 'a'): Promise<boolean> {
  one.directed(model, holder(source));
  await seconds(0);
  return one.serves(model, holder(source));
}
const methods = () => asked.map(({ method }) => method);
const answer = (status: number, headers = {}) => {
  answers = { HEAD: status, GET: status, headers };
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const start = Date.now();
  [asked, isOk] = [[], true];
  answer(200);
  one = holderChecks({
    sources: ['a', 'b'],
    every: 30,
    userAgent: 'Model-Hub/1 (+https://hub.example)',
    isOk: () => isOk,
    get: (async (url: string, { method, headers }: { method: 'HEAD' | 'GET'; headers: HeadersInit }) => {
      asked.push({ at: (Date.now() - start) / 1000, method, url, headers: new Headers(headers) });
      if (answers[method] === 0) throw new TypeError('fetch failed');
      return new Response(null, { status: answers[method], headers: answers.headers ?? {} });
    }) as unknown as typeof fetch,
  });
});
afterEach(() => void vi.useRealTimers());

describe('the request', () => {
  test('is a HEAD for the file of the redirect, with the hub’s name and nothing of the caller', async () => {
    await directed('m/one');
    expect(asked).toMatchObject([{ method: 'HEAD', url: 'https://a.example/m/w.bin' }]);
    expect([...asked[0]!.headers.keys()].sort()).toEqual(['accept-encoding', 'user-agent']);
  });

  test('is sent once a second at most to each source, however many redirects there are', async () => {
    for (let second = 0; second < 5; second++) {
      for (let at = 0; at < 1000; at++) one.directed(`m/${second}-${at}`, holder('a'));
      await seconds(1);
    }
    expect(asked.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4]);
    one.directed('m/one', holder('a'));
    one.directed('m/one', holder('b'));
    expect(asked.length).toBe(7);
  });

  test('does not repeat for twenty intervals if the model is there', async () => {
    for (const wait of [599, 1, 0]) {
      await directed('m/one');
      await seconds(wait);
    }
    expect(asked.map(({ at }) => at)).toEqual([0, 600]);
  });

  test('is not sent to a source that is down, nor after the end', async () => {
    isOk = false;
    await directed('m/one');
    isOk = true;
    one.stop();
    await directed('m/one');
    expect(asked).toEqual([]);
  });
});

test.each([404, 410, 429, 500, 503])('status %i is a refusal, and is requested once', async (code) => {
  answer(code);
  expect(await directed('m/one')).toBe(false);
  expect(methods()).toEqual(['HEAD']);
});

test.each([200, 206, 302, 307])('status %i is no refusal', async (code) => {
  answer(code);
  expect(await directed('m/one')).toBe(true);
});

test.each([400, 401, 403, 405, 501, 0])('status %i of a HEAD, or a broken one, lets a GET decide', async (code) => {
  answers = { HEAD: code, GET: 206 };
  expect(await directed('m/one')).toBe(true);
  expect(methods()).toEqual(['HEAD', 'GET']);
  expect(asked.map(({ headers }) => headers.get('range'))).toEqual([null, 'bytes=0-0']);
  await seconds(1);
  answer(code);
  expect(await directed('m/two')).toBe(false);
});

describe('a refusal', () => {
  test('changes only the order of that source for that model', async () => {
    answer(503);
    await directed('m/one');
    expect([one.serves('m/one', holder('b')), one.serves('m/two', holder('a'))]).toEqual([true, true]);
    expect([one.refuses('m/one', 'a'), one.refuses('m/one', 'b')]).toEqual([true, false]);
    expect(one.refusing()).toEqual({ a: 1 });
  });

  test('lasts until the source has the model again, which is checked when somebody requests the model', async () => {
    answer(503);
    await directed('m/one');
    await seconds(59);
    expect(one.serves('m/one', holder('a'))).toBe(false);
    answer(200);
    // Nobody requests the model during this hour, so the hub sends no request.
    await seconds(3600);
    expect(asked.length).toBe(1);
    expect(one.serves('m/one', holder('a'))).toBe(false);
    await seconds(0);
    expect(one.serves('m/one', holder('a'))).toBe(true);
    expect(one.refusing()).toEqual({});
  });

  test('in a row of refusals doubles the time to the next check, up to 64 intervals', async () => {
    answer(404);
    one.directed('m/one', holder('a'));
    for (let second = 0; second < 3 * 3600; second++) {
      await seconds(1);
      one.serves('m/one', holder('a'));
    }
    const waits = asked.map(({ at }, i) => Math.round((at - (asked[i - 1]?.at ?? 0)) / 30));
    expect(waits).toEqual([0, 2, 4, 8, 16, 32, 64, 64, 64, 64]);
  });

  test('with Retry-After stops all checks of the source, for seconds or until a date', async () => {
    answer(429, { 'Retry-After': '300' });
    await directed('m/one');
    await seconds(299);
    await directed('m/two');
    answer(503, { 'Retry-After': new Date(Date.now() + 601_000).toUTCString() });
    for (const [at, wait] of [1, 599, 1].entries()) {
      await seconds(wait);
      await directed(`m/later-${at}`);
    }
    expect(asked.map(({ at }) => at)).toEqual([0, 300, 900]);
  });
});

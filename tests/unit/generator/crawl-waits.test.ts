// Tests that no request waits for an upstream any longer once a run is stopped or has given up.
import { expect, test, vi } from 'vitest';
import { PoliteFetch } from '../../../generator/crawl/polite-fetch.ts';

const some = { userAgent: 'test', most: 1, budget: { requests: 100, bytes: 100 } };
const urls = ['a', 'b', 'c', 'd', 'e'].map((name) => `http://upstream.example/${name}`);

test('a stopped run ends all waiting requests', async () => {
  const stopped = new AbortController();
  const ask = vi.fn<typeof fetch>(
    (_, init) =>
      new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const polite = new PoliteFetch({ ...some, ask, signal: stopped.signal });
  const asked = Promise.allSettled(urls.map((url) => polite.fetch(url)));
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  stopped.abort();
  expect((await asked).map(({ status }) => status)).toEqual(urls.map(() => 'rejected'));
});

test('an upstream that demands too long a pause ends all waiting requests', async () => {
  const ask: typeof fetch = async () => new Response(null, { status: 429, headers: { 'Retry-After': '3600' } });
  const polite = new PoliteFetch({ ...some, ask });
  const asked = await Promise.allSettled(urls.map((url) => polite.fetch(url)));
  expect(asked.map(({ status }) => status)).toEqual(urls.map(() => 'rejected'));
});

test('a run that has waited for too long sends no request that still waits', async () => {
  const ask = vi.fn<typeof fetch>(async () => new Response(null, { status: 429, headers: { 'Retry-After': '60' } }));
  const polite = new PoliteFetch({ ...some, ask, waits: { inVain: 600_000, inAll: 1000 } });
  const asked = await Promise.allSettled(urls.map((url) => polite.fetch(url)));
  expect(asked.map(({ status }) => status)).toEqual(urls.map(() => 'rejected'));
  expect(ask).toHaveBeenCalledOnce();
});

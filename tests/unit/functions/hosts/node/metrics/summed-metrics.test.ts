// Tests sums of metrics over threads, some of which answer late or have ended.
import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { SummedMetrics } from '../../../../../../functions/hosts/node/metrics/summed-metrics.ts';
import { sampleOf } from '../../../../../fixtures/scrape.ts';

/** Simulates a thread that has counted `requests` requests. */
function thread(name: string, requests: number) {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({ name: 'requests_total', help: 'Requests.', registers });
  counter.inc(requests);
  new Gauge({ name: 'heap', help: 'Heap.', labelNames: ['thread'], registers }).set({ thread: name }, 1);
  return { counter, answer: () => registry.getMetricsAsJSON() };
}

const requestsIn = (text: string) => sampleOf(text, 'requests_total');

test('counts of all threads are added up, and gauges are listed side by side', async () => {
  const [first, second] = [thread('1', 3), thread('2', 4)];
  const text = await new SummedMetrics().text(new Registry(), [
    [0, first.answer()],
    [1, second.answer()],
  ]);
  expect(requestsIn(text)).toBe(7);
  for (const name of ['1', '2']) expect(sampleOf(text, 'heap', { thread: name })).toBe(1);
});

test('a thread that does not answer, or fails, counts with its earlier numbers', async () => {
  const summed = new SummedMetrics();
  const [first, second] = [thread('1', 3), thread('2', 4)];
  await summed.text(new Registry(), [
    [0, first.answer()],
    [1, second.answer()],
  ]);
  first.counter.inc(10);
  const held = new Promise<never>(() => {});
  expect(
    requestsIn(
      await summed.text(new Registry(), [
        [0, first.answer()],
        [1, held],
      ]),
    ),
  ).toBe(17);
  const failed = Promise.reject(new Error('its thread was ended'));
  expect(
    requestsIn(
      await summed.text(new Registry(), [
        [0, first.answer()],
        [1, failed],
      ]),
    ),
  ).toBe(17);
});

test('of an ended thread, only the counts remain in the sums', async () => {
  const summed = new SummedMetrics();
  for (const requests of [3, 4]) {
    await summed.text(new Registry(), [[0, thread('1', requests).answer()]]);
    summed.end(0);
  }
  const text = await summed.text(new Registry(), []);
  expect(requestsIn(text)).toBe(7);
  expect(sampleOf(text, 'heap', { thread: '1' })).toBeUndefined();
});

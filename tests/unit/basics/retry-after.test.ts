/** Tests how long an answer with Retry-After asks a client to wait. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryAfter } from '../../../src/table/headers.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['seconds', '61', 61_000],
  ['a date', 'Fri, 20 Nov 2026 10:02:00 GMT', 120_000],
  ['no header', null, undefined],
  ['other words', 'soon', undefined],
])('%s', (_, value, expected) => {
  expect(retryAfter(value)).toBe(expected);
});

// Tests connections that two threads count together: in total, by address, and without the connections of an ended
// thread.
import { describe, expect, test } from 'vitest';
import {
  CountedConnections,
  newConnectionCounts,
  newSeeds,
} from '../../../../../../functions/hosts/node/workers/counted-connections.ts';
import { SharedCounts } from '../../../../../../functions/hosts/node/workers/shared-counts.ts';

function two() {
  const counts = newConnectionCounts(2);
  const seeds = newSeeds();
  // Each thread opens the memory for counts that the main thread made.
  const members = [0, 1].map((thread) => new CountedConnections(new SharedCounts(counts.place), seeds, thread));
  return { counts, first: members[0]!, second: members[1]! };
}

describe('connections of two threads', () => {
  test('each thread sees the sum of both threads', () => {
    const { first, second } = two();
    for (let count = 0; count < 5; count++) first.add('192.0.2.1', 1);
    second.add('192.0.2.1', 1);
    second.add(undefined, 1);
    for (const one of [first, second]) {
      expect(one.of(undefined)).toBe(7);
      expect(one.of('192.0.2.1')).toBe(6);
      expect(one.of('192.0.2.2')).toBe(0);
    }
    first.add('192.0.2.1', -1);
    expect(second.of('192.0.2.1')).toBe(5);
    expect(second.of(undefined)).toBe(6);
  });

  test('ten thousand callers do not make another address look busy', () => {
    const { first, second } = two();
    // 39 addresses have as many connections as allowed, and 4,000 networks have one connection each.
    for (let caller = 0; caller < 39; caller++) for (let at = 0; at < 256; at++) first.add(`203.0.113.${caller}`, 1);
    for (let caller = 0; caller < 4000; caller++) second.add(`2001:db8:${caller.toString(16)}:0::/64`, 1);
    const counted = Array.from({ length: 500 }, (_, at) => first.of(`198.51.100.${at}`));
    expect(Math.max(...counted)).toBeLessThan(200);
    expect(first.of('203.0.113.7')).toBeGreaterThanOrEqual(256);
  });

  test('connections of a thread that has ended no longer count', () => {
    const { counts, first, second } = two();
    first.add('192.0.2.1', 1);
    second.add('192.0.2.1', 1);
    counts.clear(0);
    expect(second.of('192.0.2.1')).toBe(1);
    expect(second.of(undefined)).toBe(1);
  });
});

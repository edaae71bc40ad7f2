// Tests how many connections a process accepts, by its limit of file descriptors and by the operator's limit, and under
// which client address each is counted.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { connectionsWithin, countedAddress, descriptorLimit } from '../../../../../functions/hosts/node/connections.ts';
import { linuxMissing, needs } from '../../../../fixtures/needs.ts';

const notices: string[] = [];
const within = (limit: number, wanted?: number) =>
  connectionsWithin(limit, wanted, (sentence) => void notices.push(sentence));
afterEach(() => void notices.splice(0));

test('there is a limit even if the process has none, unless the operator sets another limit', () => {
  expect(within(Number.POSITIVE_INFINITY)).toBe(10_000);
  expect(within(Number.POSITIVE_INFINITY, 50_000)).toBe(50_000);
  expect(within(1024, 100)).toBe(100);
  expect(notices).toEqual([]);
});

test('a notice says that the process can’t have as many connections as the operator wants', () => {
  expect(within(1024, 1000)).toBe(448);
  expect(notices).toEqual([
    expect.stringMatching(/^limits\.connections .* is 1000, .* enough for 448: raise that limit/),
  ]);
});

test('the limit of descriptors is read from the process', needs(linuxMissing), () => {
  expect(descriptorLimit()).toBeGreaterThan(0);
  const module = join(import.meta.dirname, '../../../../../functions/hosts/node/connections.ts');
  const program = `import('${module}').then(({ descriptorLimit }) => console.log(descriptorLimit()))`;
  const told = execFileSync('sh', ['-c', 'ulimit -n 333 && exec "$0" -e "$1"', process.execPath, program]);
  expect(told.toString().trim()).toBe('333');
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['2001::3:4:5:6:7', '2001:0:0:3::/64'],
  ['::2', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts for %s', (remote, counted) => {
  expect(countedAddress(remote)).toBe(counted);
});

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', undefined])('%s counts for no address', (remote) => {
  expect(countedAddress(remote)).toBeUndefined();
});

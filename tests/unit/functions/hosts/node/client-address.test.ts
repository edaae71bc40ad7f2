// Tests under which client address a connection is counted.
import { expect, test } from 'vitest';
import { countedAddress } from '../../../../../functions/hosts/node/connections.ts';

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

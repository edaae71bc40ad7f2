// Finds the address by which a client's connections are counted: an IPv4 address or an IPv6 network. Connections of
// this machine to itself are not counted.

/**
 * Returns the name under which connections from `remote` are counted; undefined if they are not counted. An IPv4
 * address inside IPv6 counts as IPv4 (RFC 4291 2.5.5.2). Only the first 64 bits of an IPv6 address count: a client that
 * has one address of such a network has all of them (RFC 4291 2.5.4).
 */
export function countedAddress(remote: string | undefined): string | undefined {
  const address = remote?.replace(/^::ffff:(?=\d+\.)/i, '');
  if (address === undefined || address.startsWith('127.') || address === '::1') return undefined;
  if (!address.includes(':')) return address;
  const missing = 8 - groupsOf(address).length;
  const whole = address.replace('::', `:${'0:'.repeat(missing)}`);
  return `${groupsOf(whole).slice(0, 4).join(':')}::/64`;
}

const groupsOf = (address: string) => address.split(':').filter((group) => group !== '');

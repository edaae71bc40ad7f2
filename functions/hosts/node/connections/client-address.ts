// Finds the client that a connection counts for: an IPv4 address, an IPv6 network, or nobody when the machine calls itself.

/**
 * Gives the name under which connections from `remote` are counted; undefined when they are not counted. An IPv4 address
 * inside IPv6 counts as IPv4 (RFC 4291 2.5.5.2). Only the first 64 bits of an IPv6 address count: a client that has one
 * address of such a network has all of them (RFC 4291 2.5.4).
 */
export function countedAddress(remote: string | undefined): string | undefined {
  if (remote === undefined) return undefined;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(remote);
  const address = mapped ? mapped[1]! : remote;
  if (!address.includes(':')) return address.startsWith('127.') ? undefined : address;
  return address === '::1' ? undefined : network(address);
}

/** Gives the first four groups of an IPv6 address, including the groups that `::` abbreviates. */
function network(address: string): string {
  const [before = '', after] = address.split('::');
  const groups = before === '' ? [] : before.split(':');
  if (after !== undefined) {
    const tail = after === '' ? 0 : after.split(':').length;
    while (groups.length < 8 - tail) groups.push('0');
    groups.push(...after.split(':'));
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

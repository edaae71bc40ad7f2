// Tests that one client can't displace the demand of others by made-up names of models, over a socket too.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitedDemand } from '../../../../../functions/hosts/node/node-hub.ts';
import { createHubServer } from '../../../../../functions/hosts/node/node-server.ts';
import { memoryHub } from '../../../../fixtures/memory-hub.ts';
import { noAccessLog } from '../../../../fixtures/no-access-log.ts';

const HOUR_MS = 3_600_000;
const names = (owner: string, count: number) => Array.from({ length: count }, (_, at) => `${owner}/m${at}`);

test('twenty unknown models of a client are noted in an hour, and known models are not limited', () => {
  const noted: string[] = [];
  let now = 0;
  const demand = limitedDemand({ record: (id) => void noted.push(id) }, () => now);
  for (const id of names('flood', 30)) demand.record(id, '192.0.2.1');
  expect(noted).toEqual(names('flood', 20));
  demand.record('flood/m3', '192.0.2.1');
  demand.record('honest/model', '192.0.2.2');
  demand.record('flood/m29', undefined);
  expect(noted.splice(20)).toEqual(['flood/m3', 'honest/model', 'flood/m29']);
  now = HOUR_MS - 1;
  demand.record('flood/later', '192.0.2.1');
  expect(noted.splice(20)).toEqual([]);
  now = HOUR_MS;
  demand.record('flood/later', '192.0.2.1');
  expect(noted.splice(20)).toEqual(['flood/later']);
});

test('of very many clients, only those with the latest requests are remembered', () => {
  const noted: string[] = [];
  const demand = limitedDemand({ record: (id) => void noted.push(id) }, () => 0);
  for (const id of names('last', 20)) demand.record(id, 'last');
  for (let client = 0; client < 4095; client++) demand.record(`of/${client}`, String(client));
  noted.length = 0;
  demand.record('last/new', 'last');
  expect(noted).toEqual([]);
  demand.record('of/one-more', 'one more');
  demand.record('last/new', 'last');
  expect(noted).toEqual(['of/one-more', 'last/new']);
});

/** Returns the models that a hub notes when each of `addresses` requests 25 unknown models. */
async function notedFrom(
  addresses: string[],
  bounds: { connectionsPerAddress: number | undefined },
): Promise<string[]> {
  const ids = new Set<string>();
  const demand = limitedDemand({ record: (id) => void ids.add(id) });
  const hub = memoryHub({ demand });
  let address = '';
  const server = createHubServer(hub, noAccessLog, { bounds, addressOf: () => address });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [at, one] of addresses.entries()) {
    address = one;
    for (const id of names(`owner${at}`, 25)) {
      const path = at % 2 === 0 ? `/api/models/${id}` : `/v2/${id}/manifests/latest`;
      // Each request has a connection of its own, so that it gets the current `address`.
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } });
      expect(status).toBe(404);
    }
  }
  return [...ids];
}

test('each IPv4 address and each IPv6 network has a limit; loopback and a hub behind an edge have none', async () => {
  const own = { connectionsPerAddress: 256 };
  expect(await notedFrom(['192.0.2.1', '192.0.2.2'], own)).toHaveLength(40);
  expect(await notedFrom(['2001:db8::1', '2001:db8::2'], own)).toHaveLength(20);
  expect(await notedFrom(['127.0.0.1'], own)).toHaveLength(25);
  expect(await notedFrom(['192.0.2.1'], { connectionsPerAddress: undefined })).toHaveLength(25);
});

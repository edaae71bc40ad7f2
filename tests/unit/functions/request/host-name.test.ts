// Tests that the notices of unknown host names have a limit, and which address links begin with.
import { expect, test } from 'vitest';
import { addressUnder, unknownNames } from '../../../../functions/request/host-name.ts';

test('a flood of host names fills neither log nor memory', () => {
  const said: string[] = [];
  const tell = unknownNames((sentence) => said.push(sentence));
  for (let at = 0; at < 1000; at++) tell(`n${at}.example`);
  expect(said).toHaveLength(51);
  expect(said.at(-1)).toMatch(/more than 50 names/);
});

test.each([
  // A hub without a public name accepts any port of this machine.
  ['127.0.0.1:8080', 'http://127.0.0.1:4321', 'http://127.0.0.1:8080'],
  ['localhost:4321', 'http://127.0.0.1:4321', 'http://localhost:4321'],
  ['hub.internal:4321', 'http://127.0.0.1:4321', undefined],
  ['further.example', 'http://127.0.0.1:4321', 'http://further.example'],
  ['further.example', 'https://hub.example', 'https://further.example'],
  ['further.example:8443', 'https://hub.example:8443', 'https://further.example:8443'],
  ['hub.example:99', 'https://hub.example', 'https://hub.example'],
  [undefined, 'https://hub.example', 'https://hub.example'],
])('a request to %s, at a hub with the address %s, gets links to %s', (host, baseUrl, address) => {
  expect(addressUnder(host, { baseUrl, hosts: new Set(['further.example']) })).toBe(address);
});

// Tests the notices of unknown host names: one for each name, up to a limit.
import { expect, test } from 'vitest';
import { addressUnder, unknownNames } from '../../../../functions/request/host-name.ts';

test('each unknown host name gets one notice, with the variable to set', () => {
  const said: string[] = [];
  const tell = unknownNames((sentence) => said.push(sentence));
  for (const name of ['hub.internal', 'hub.internal', '10.0.0.7']) tell(name);
  expect(said).toEqual([
    expect.stringMatching(/the name hub\.internal, .* HUB_HOSTS\.$/),
    expect.stringMatching(/the name 10\.0\.0\.7, /),
  ]);
});

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

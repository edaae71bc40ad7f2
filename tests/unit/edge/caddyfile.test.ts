// Tests the Caddyfile for a hub: its address and certificate, and that no setting can end its quotes.
import { expect, test } from 'vitest';
import { caddyQuoted } from '../../../src/edge/caddy/caddy-text.ts';
import { type CaddySettings, caddyfile } from '../../../src/edge/caddy/caddyfile.ts';

const usual: CaddySettings = {
  ...{ folder: '/srv/my files', hubs: ['127.0.0.1:4321'], listen: '80', serverName: '_', isTls: false },
  spacesUrl: undefined,
};
const linesOf = (more: Partial<CaddySettings>) => caddyfile({ ...usual, ...more }, 'model-hub edge caddy').split('\n');

test.each<[Partial<CaddySettings>, string[]]>([
  [{}, ['http://:80 {', '\troot * `/srv/my files`', '\t\treverse_proxy 127.0.0.1:4321 {']],
  [
    { hubs: ['10.0.0.1:4321', '10.0.0.2:4321'] },
    [
      '\t\treverse_proxy 10.0.0.1:4321 10.0.0.2:4321 {',
      ...['lb_policy round_robin', 'lb_try_duration 5s', 'health_uri /livez'].map((line) => `\t\t\t${line}`),
    ],
  ],
  [{ listen: '127.0.0.1:8080' }, ['http://:8080 {', '\tbind 127.0.0.1']],
  [{ listen: '[::1]:8080' }, ['http://:8080 {', '\tbind ::1']],
  [{ serverName: 'models.example.org', listen: '443', isTls: true }, ['https://models.example.org:443 {']],
  [
    { serverName: 'models.example.org', listen: '443', isTls: true, tls: { certificate: '/a.pem', key: '/a.key' } },
    ['https://models.example.org:443 {', '\ttls `/a.pem` `/a.key`'],
  ],
])('a hub at %j', (more, expected) => {
  const lines = linesOf(more);
  for (const line of expected) expect(lines).toContain(line);
});

test('a setting that would end its quotes is refused', () => {
  expect(() => caddyQuoted('a`b')).toThrow("a Caddyfile can't hold");
  expect(() => linesOf({ folder: 'a\nb' })).toThrow("a Caddyfile can't hold");
});

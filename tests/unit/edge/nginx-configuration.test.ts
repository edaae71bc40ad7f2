// Tests the text of the printed nginx configuration; tests/edge runs the configuration in nginx.
import { describe, expect, test } from 'vitest';
import { type NginxSettings, nginxConfiguration } from '../../../src/edge/nginx/nginx-configuration.ts';

const settings: NginxSettings = {
  ...{ folder: '/srv/hub', hubs: ['127.0.0.1:4321'], listen: '80', serverName: 'models.example.org' },
  ...{ hasBrotli: false, spacesUrl: undefined },
};
const printed = (more: Partial<NginxSettings> = {}) =>
  nginxConfiguration({ ...settings, ...more }, 'model-hub edge nginx');

test('the same settings print the same text', () => {
  expect(printed()).toBe(printed());
  expect(printed()).toMatch(/^# Printed by: model-hub edge nginx\n/);
});

test('the module for brotli is loaded only if wanted', () => {
  expect(printed()).not.toContain('brotli_static');
  expect(printed({ hasBrotli: true })).toContain('brotli_static on;');
});

test('TLS is set up if there is a certificate', () => {
  const tls = { certificate: '/etc/ssl/hub.pem', key: '/etc/ssl/hub.key' };
  expect(printed({ listen: '443', tls })).toContain(
    'listen 443 ssl http2;\n  server_name models.example.org;\n  ssl_certificate "/etc/ssl/hub.pem";',
  );
  expect(printed()).toContain('listen 80;\n');
});

test('nothing is compressed under /v2/', () => {
  const [, registry] = /location \^~ \/v2\/ \{([\s\S]*?)\n {2}\}\n/.exec(printed())!;
  expect(registry).toContain('Docker-Content-Digest');
  expect(registry).not.toContain('gzip_static');
});

describe('apps with their own address', () => {
  const text = printed({ spacesUrl: 'https://apps.example.org' });

  test('a request to the address of apps gets no file, and any other request no app', () => {
    expect(text).toContain('(?!(?i:apps\\\\.example\\\\.org)(?::(?:443)?)? )');
    expect(text).not.toContain('sandbox allow-scripts');
    expect(printed()).toContain('sandbox allow-scripts');
  });
});

test('a setting in which nginx would find a variable is refused', () => {
  expect(() => printed({ folder: '/srv/$hub' })).toThrow('$hub');
});

test('several instances of the hub are listed, and a request that one did not answer goes to the next', () => {
  const text = printed({ hubs: ['10.0.0.1:4321', '10.0.0.2:4321'] });
  for (const one of [1, 2])
    for (const words of ['max_fails=1 fail_timeout=10s', 'max_fails=0 backup'])
      expect(text).toContain(`  server 10.0.0.${one}:4321 ${words};\n`);
  expect(text).toContain('zone model_hub 64k;');
  expect(text).toContain('keepalive 64;');
  expect(text).toContain('proxy_next_upstream error timeout;');
  expect(printed()).toContain('  server 127.0.0.1:4321;\n');
  expect(printed()).not.toContain('proxy_next_upstream');
  for (const one of [text, printed()]) {
    expect(one).toContain('  proxy_read_timeout 3s;\n');
    expect(one).toContain('  location @hub_writes {\n    proxy_read_timeout 60s;\n');
  }
});

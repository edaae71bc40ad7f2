// Runs `npm run dev` over a copy of the project. The answers follow edits, and browsers reload.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compileCache } from '../../../fixtures/compile-cache.ts';
import { freePort } from '../../../fixtures/free-port.ts';

const project = join(import.meta.dirname, '../../../..');
const COPIED = [
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'public',
  'src',
  'functions',
  'generator',
  'content',
];

let folder: string;
let base: string;
let program: ChildProcess;
let said = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-dev-'));
  for (const name of COPIED) cpSync(join(project, name), join(folder, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const places = { HUB_DATA: join(folder, '.hub'), HUB_DIST: join(folder, 'dist') };
  program = spawn(process.execPath, [join(folder, 'generator/dev/main.ts')], {
    env: {
      ...process.env,
      ...compileCache,
      ...places,
      PORT: String(port),
      HUB_PROBE: 'off',
      NODE_ENV: 'development',
      VITEST: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [program.stdout!, program.stderr!])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await vi.waitFor(() => expect(said).toContain('shows the working copy'), { timeout: 100_000, interval: 50 });
});

afterAll(async () => {
  if (program.exitCode === null) {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => (await fetch(base + path, { headers: { accept: 'text/html, */*;q=0.1' } })).text();

/** Edits a file of the copy, and waits until the answer at `path` contains `mark`. */
async function isAnsweredWith(mark: string, path: string, file: string, edit: (text: string) => string): Promise<void> {
  const text = readFileSync(join(folder, file), 'utf8');
  const edited = edit(text);
  expect(edited).not.toBe(text);
  writeFileSync(join(folder, file), edited);
  await vi.waitFor(async () => expect(await get(path), said).toContain(mark), { timeout: 50_000, interval: 50 });
}

test('a component shows its new text, and a browser reloads', async () => {
  await get('/docs/limits/');
  const [, token] = /wsToken = "([^"]+)"/.exec(await get('/@vite/client'))!;
  const browser = new WebSocket(`${base.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const messages: string[] = [];
  browser.onmessage = ({ data }) => messages.push(String(data));
  await vi.waitFor(() => expect(messages.join()).toContain('connected'), { timeout: 20_000 });
  await isAnsweredWith('<i>edited-footer</i>', '/docs/limits/', 'src/components/frame/SiteFooter.astro', (text) =>
    text.replace('</footer>', '<i>edited-footer</i></footer>'),
  );
  await vi.waitFor(() => expect(messages.join(), said).toContain('full-reload'), { timeout: 5_000 });
  browser.close();
});

test('an edited handler answers with its new code', async () => {
  await isAnsweredWith('"edited":1', '/api/hub/health', 'functions/website/health.ts', (text) =>
    text.replace('{ ...hubHealth(ports)', '{ edited: 1, ...hubHealth(ports)'),
  );
});

test('an edited renderer makes the answers about models again', async () => {
  const path = '/api/models/sentence-transformers/all-MiniLM-L6-v2/treesize/main';
  await isAnsweredWith('"edited":1', path, 'src/dialects/hub/file-tree.ts', (text) =>
    text.replace('{ path: folder.path', '{ edited: 1, path: folder.path'),
  );
});

test('an edited page of the documentation is new as HTML and as Markdown', async () => {
  const file = 'content/docs/limits.md';
  await isAnsweredWith('Edited just now.', '/docs/limits.md', file, (text) => `${text}\nEdited just now.\n`);
  await vi.waitFor(async () => expect(await get('/docs/limits/')).toContain('Edited just now.'), { timeout: 20_000 });
});

test('code that does not run replaces every answer by its error, until it is repaired', async () => {
  const file = 'functions/website/health.ts';
  const whole = readFileSync(join(folder, file), 'utf8');
  await isAnsweredWith(
    '<title>Fault</title>',
    '/api/hub/health',
    file,
    (text) => `${text}\nthrow new Error('edited');\n`,
  );
  await isAnsweredWith('"sources"', '/api/hub/health', file, () => whole);
});

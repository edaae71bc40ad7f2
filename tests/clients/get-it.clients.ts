/** Runs the commands of a model's page, as the served page shows them. */
import { readdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import type { TinyModel } from '../demo/tiny-models.ts';

import { commandMissing } from '../fixtures/needs.ts';
import { type Finished, hashOf, need, run } from './client-process.ts';
import type { ClientName } from './machine.ts';
import { startOllama } from './ollama-server.ts';

let hub: DemoHub;
let llama: TinyModel;
let gguf: TinyModel;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  [llama, gguf] = [hub.sources.llama.model, hub.sources.gguf.model];
});
afterAll(() => hub?.close());

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** Returns the text of a command, as a browser copies it. */
const plain = (html: string) =>
  html.replaceAll(/<[^>]*>/g, '').replace(/&(#?\w+);/g, (_, name: string) => characters[name] ?? '?');

/** Returns the page of a model as a browser gets it. */
async function pageOf({ id }: TinyModel): Promise<string> {
  const answer = await fetch(`${hub.base}/models/${id}/`, { headers: { Accept: 'text/html' } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Returns the commands of a tab that end in a check, for a Unix shell if the tab has commands for one. */
async function block(model: TinyModel, client: string): Promise<string> {
  const [, tab = ''] = (await pageOf(model)).split(`id="way-${client}"`);
  // A line that is quick to paste stands before the fold with the checked commands.
  const [first = '', fold = first] = tab.split('<p class="note">')[0]!.split('class="in-full"');
  return plain(/<pre><code>(.*?)<\/code>/s.exec(fold)?.[1] ?? '');
}

/** Lists the commands on the page of a model that check a download. */
async function checks(model: TinyModel): Promise<string[]> {
  const [, verify = ''] = (await pageOf(model)).split('id="verify"');
  const found = verify.matchAll(/<figcaption>.*?<pre><code>(.*?)<\/code>/gs);
  return Array.from(found, ([, line = '']) => plain(line));
}

/** Runs commands in `folder`, by default a new folder, with these clients in PATH. Stops at the first failure. */
async function typed(context: TestContext, commands: string, clients: ClientName[] = [], folder?: string) {
  const at = folder ?? (await hub.folder());
  const paths = clients
    .map((name) => need(context, name))
    .map((path) => (path.endsWith('/bin') ? path : dirname(path)));
  await writeFile(join(at, '.typed.sh'), `set -eu\n${commands}\n`);
  const environment = {
    PATH: [...paths, process.env.PATH].join(delimiter),
    ...{ HOME: at, HF_HOME: join(at, '.hf'), HF_HUB_DISABLE_TELEMETRY: '1', HF_HUB_DISABLE_PROGRESS_BARS: '1' },
  };
  const done = await run('bash', ['.typed.sh'], { folder: at, environment });
  return { folder: at, done };
}

const ended = ({ code, errors, output }: Finished) => expect(code, errors + output).toBe(0);

/** Expects every file of the model in `folder`, with the same bytes. */
async function expectWhole(folder: string, { files }: TinyModel): Promise<void> {
  for (const [path, { sha256 }] of files) expect(await hashOf(join(folder, path)), path).toBe(sha256);
}

const nameOf = ({ id }: TinyModel) => id.slice(id.indexOf('/') + 1);

describe('the commands of a tab download the chosen files and check them', () => {
  test('hf', async (context) => {
    const commands = await block(llama, 'hf');
    expect(commands).toContain(`--revision ${llama.revision}`);
    const { folder, done } = await typed(context, commands, ['huggingface_hub 2.0.0']);
    ended(done);
    await expectWhole(join(folder, nameOf(llama)), llama);
  });

  test('curl, which fails on a wrong byte', async (context) => {
    const commands = await block(gguf, 'curl');
    const { folder, done } = await typed(context, commands);
    ended(done);
    const fetched = join(folder, nameOf(gguf));
    expect((await readdir(fetched)).sort()).toEqual(['SHA256SUMS', 'tiny-Q4_K_M.gguf']);
    expect(await hashOf(join(fetched, 'tiny-Q4_K_M.gguf'))).toBe(gguf.files.get('tiny-Q4_K_M.gguf')!.sha256);
    const wrong = await typed(context, commands.replace(/^sha256sum/m, 'echo >> tiny-Q4_K_M.gguf &&\nsha256sum'));
    expect(wrong.done.code).not.toBe(0);
  });

  test('curl with jq, for paths with characters that a URL must encode', async (context) => {
    const missing = commandMissing('jq');
    context.skip(missing !== undefined, missing);
    const { folder, done } = await typed(context, await block(llama, 'curl'));
    ended(done);
    await expectWhole(join(folder, nameOf(llama)), llama);
  });
});

describe('programs for GGUF', () => {
  test('Ollama has the exact file of the revision', async (context) => {
    const [pull = '', show = ''] = (await block(gguf, 'ollama')).split(/ &&\n(?=ollama )/);
    const server = await startOllama(need(context, 'ollama'), await hub.folder());
    try {
      ended(await server.command(...pull.split(' ').slice(1)));
      const [asked = '', hash = ''] = show.split(/ \|\s+grep -o /);
      const shown = await server.command(...asked.split(' ').slice(1));
      expect(hash).toBe(`sha256-${gguf.files.get('tiny-Q4_K_M.gguf')!.sha256}`);
      expect(shown.output).toContain(hash);
    } finally {
      await server.stop();
    }
  });
});

test('one command checks a folder against the index, another compares two sources', async (context) => {
  const [sums = '', pair = ''] = await checks(gguf);
  const folder = await hub.folder();
  const got = await typed(context, (await block(gguf, 'curl')).replace(/^mkdir.*\ncd .*$/m, ''), [], folder);
  ended(got.done);
  const checked = await typed(context, sums, [], folder);
  ended(checked.done);
  // The folder has one file of the model, so the command lists one file.
  expect(checked.done.output.match(/: OK$/gm)).toHaveLength(1);
  const compared = await typed(context, pair, [], folder);
  ended(compared.done);
  expect(compared.done.output).toBe('same bytes\n');
  hub.sources.running.srca.misbehaviour.wrongBytes = true;
  const differing = await typed(context, pair, [], folder);
  hub.sources.running.srca.misbehaviour.wrongBytes = false;
  expect(differing.done.code).toBe(1);
  expect(differing.done.output).not.toContain('same bytes');
});

/** Tests the tools that pull from OCI registries against the hub's /v2: oras, skopeo, crane and modctl. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { sha256 } from '../demo/tiny-models.ts';
import { type Finished, hashOf, need, run } from './client-process.ts';
import type { ClientName } from './machine.ts';
import { blobsOf, fetchManifest, hashesIn, ociManifest, sumsOf } from './registry-reading.ts';

let hub: DemoHub;
/** The host and port of the hub, with which references to its registry begin. */
let host: string;
const [llama, gguf, bert] = ['demo-models/tiny-llama', 'demo-models/tiny-llama-gguf', 'demo-models/tiny-bert'];
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  host = new URL(hub.base).host;
});
afterEach(() => wrongBytes(false));
afterAll(() => hub?.close());

function wrongBytes(wrong: boolean): void {
  for (const source of Object.values(hub.sources.running)) source.misbehaviour.wrongBytes = wrong;
}

/** Returns a function that runs a tool of this machine with the given arguments, in a new folder by default. */
function tool(context: TestContext, name: ClientName) {
  const path = need(context, name);
  return async (words: readonly string[], folder?: string): Promise<Finished> => {
    const where = folder ?? (await hub.folder());
    return run(path, words, { folder: where, environment: { HOME: where, XDG_RUNTIME_DIR: where } });
  };
}

/** Returns the output of a tool; fails with the error of the tool if the tool failed. */
async function printed(finished: Promise<Finished>): Promise<string> {
  const { code, output, errors } = await finished;
  expect(code, errors + output).toBe(0);
  return output;
}

const tags = ['Q4_K_M', 'Q8_0', 'latest'];

describe('oras', () => {
  test('pull writes every file, also those in folders and with unusual names', async (context) => {
    const oras = tool(context, 'oras');
    for (const [repository, { model }] of [
      [llama, hub.sources.llama],
      [bert, hub.sources.bert],
    ] as const) {
      const folder = await hub.folder();
      await printed(oras(['pull', '--plain-http', '-o', folder, `${host}/${repository}:latest`]));
      expect(await hashesIn(folder)).toEqual(await sumsOf(hub.base, model.id));
    }
  });

  test('pull of a quantisation gets its file and all files without weights', async (context) => {
    const folder = await hub.folder();
    await printed(tool(context, 'oras')(['pull', '--plain-http', '-o', folder, `${host}/${gguf}:q8_0`]));
    const { 'tiny-Q4_K_M.gguf': other, ...wanted } = await sumsOf(hub.base, hub.sources.gguf.model.id);
    expect(other).toBeDefined();
    expect(await hashesIn(folder)).toEqual(wanted);
  });

  test('discover finds no referrers of a manifest', async (context) => {
    const words = ['discover', '--plain-http', '--format', 'json', `${host}/${llama}:latest`];
    const found = JSON.parse(await printed(tool(context, 'oras')(words))) as object;
    expect(found).toMatchObject({ mediaType: ociManifest, referrers: [] });
  });

  test('repo tags and repo ls list every tag and repository', async (context) => {
    const oras = tool(context, 'oras');
    const lines = async (...words: string[]) => (await printed(oras(words))).trimEnd().split('\n');
    expect(await lines('repo', 'tags', '--plain-http', `${host}/${gguf}`)).toEqual(tags);
    expect(await lines('repo', 'tags', '--plain-http', '--last', 'Q4_K_M', `${host}/${gguf}`)).toEqual(tags.slice(1));
    expect(await lines('repo', 'ls', '--plain-http', host)).toEqual(['hub/index', 'spaces/verify']);
  });

  test('pull of hub/index gets the catalog of the day', async (context) => {
    const folder = await hub.folder();
    await printed(tool(context, 'oras')(['pull', '--plain-http', '-o', folder, `${host}/hub/index:latest`]));
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^catalog-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(await readFile(join(folder, name), 'utf8'))).toMatchObject({
      format: 'hub.model-hub.catalog/v1',
    });
  });

  test('pull of spaces/verify gets the app, with the root that the catalog of spaces names', async (context) => {
    const folder = await hub.folder();
    await printed(tool(context, 'oras')(['pull', '--plain-http', '-o', folder, `${host}/spaces/verify:latest`]));
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort();
    expect(paths).toContain('index.html');
    const lines = await Promise.all(paths.map(async (path) => `${path}\0${await hashOf(join(folder, path))}\n`));
    const { spaces } = (await (await fetch(`${hub.base}/spaces/spaces.json`)).json()) as { spaces: { root: string }[] };
    expect(sha256(Buffer.from(lines.join('')))).toBe(spaces[0]!.root);
  });

  test('push after a login gets a message that explains the registry token', async (context) => {
    const oras = tool(context, 'oras');
    const folder = await hub.folder();
    const words = ['push', '--plain-http', `${host}/mine/new-model:v1`, 'file.txt:text/plain'];
    await writeFile(join(folder, 'file.txt'), 'x\n');
    // A login requests nothing but /v2/, which everybody may read.
    await printed(oras(['login', '--plain-http', '-u', 'me', '-p', 'any', host], folder));
    const got = await oras(words, folder);
    expect(got.code).not.toBe(0);
    expect(got.errors).toContain("This registry takes no pushes. The registry token is the operator's");
  });

  test('pull says why a name or a tag does not exist', async (context) => {
    const oras = tool(context, 'oras');
    const refused = async (reference: string) => (await oras(['pull', '--plain-http', `${host}/${reference}`])).errors;
    expect(await refused(`${gguf}:Q2_K`)).toContain('not found');
    expect(await refused('demo-models/tiny-gated:latest')).toMatch(/denied|403/i);
  });
});

describe('skopeo', () => {
  const copy = ['--insecure-policy', 'copy', '--src-tls-verify=false'];

  test('copy to dir: and to oci: keeps manifest and blobs', async (context) => {
    const skopeo = tool(context, 'skopeo');
    const manifest = await fetchManifest(hub.base, llama, 'latest', ociManifest);
    const manifestHash = manifest.digest.slice('sha256:'.length);
    const [plain, layout] = [await hub.folder(), await hub.folder()];
    await printed(skopeo([...copy, `docker://${host}/${llama}:latest`, `dir:${plain}`]));
    const { 'manifest.json': copied, version, ...blobs } = await hashesIn(plain);
    expect(copied).toBe(manifestHash);
    expect(blobs).toEqual(Object.fromEntries(blobsOf(manifest).map((hash) => [hash, hash])));
    await printed(skopeo([...copy, `docker://${host}/${llama}:latest`, `oci:${layout}:latest`]));
    const kept = await hashesIn(join(layout, 'blobs/sha256'));
    expect(Object.keys(kept).toSorted()).toEqual([...blobsOf(manifest), manifestHash].toSorted());
    for (const [name, hash] of Object.entries(kept)) expect(hash).toBe(name);
  });
});

describe('crane', () => {
  test('digest, manifest and ls agree with the hub', async (context) => {
    const crane = tool(context, 'crane');
    const { digest } = await fetchManifest(hub.base, llama, 'latest', ociManifest);
    expect((await printed(crane(['digest', `${host}/${llama}:latest`]))).trim()).toBe(digest);
    const bytes = await printed(crane(['manifest', `${host}/${llama}@${digest}`]));
    expect(`sha256:${sha256(Buffer.from(bytes))}`).toBe(digest);
    expect((await printed(crane(['ls', `${host}/${gguf}`]))).trim().split('\n')).toEqual(tags);
    expect((await printed(crane(['catalog', host]))).trim()).toBe('hub/index\nspaces/verify');
  });
});

describe('modctl', () => {
  const pull = (folder: string, reference: string, ...more: string[]) => {
    const places = ['--storage-dir', join(folder, 'store'), '--log-dir', join(folder, 'log'), '--no-progress'];
    return ['pull', '--plain-http', ...places, '--extract-dir', join(folder, 'model'), ...more, reference];
  };

  test.for(['--extract-from-remote=false', '--extract-from-remote'])(
    'pull %s unpacks every file',
    async (how, context) => {
      const folder = await hub.folder();
      await printed(tool(context, 'modctl')(pull(folder, `${host}/${llama}:latest`, how)));
      expect(await hashesIn(join(folder, 'model'))).toEqual(await sumsOf(hub.base, hub.sources.llama.model.id));
    },
  );

  test('pull --extract-from-remote ignores a wrong byte, and SHA256SUMS finds it', async (context) => {
    wrongBytes(true);
    const folder = await hub.folder();
    await printed(tool(context, 'modctl')(pull(folder, `${host}/${llama}:latest`, '--extract-from-remote')));
    const sums = await sumsOf(hub.base, hub.sources.llama.model.id);
    for (const [path, hash] of Object.entries(await hashesIn(join(folder, 'model')))) expect(hash).not.toBe(sums[path]);
  });
});

describe('a source that sends a wrong byte is detected', () => {
  const cases: [ClientName, (to: string) => string[], RegExp][] = [
    ['oras', (to) => ['pull', '--plain-http', '-o', to, `${host}/${llama}:latest`], /mismatched digest/],
    [
      'skopeo',
      (to) => ['--insecure-policy', 'copy', '--src-tls-verify=false', `docker://${host}/${llama}:latest`, `dir:${to}`],
      /Digest did not match/,
    ],
    [
      'modctl',
      (to) => ['fetch', '--plain-http', '--log-dir', to, '--output', to, '--patterns', '**', `${host}/${llama}:latest`],
      /does not match the expected digest/,
    ],
  ];

  test.for(cases)('by %s', async ([name, words, complaint], context) => {
    const client = tool(context, name);
    wrongBytes(true);
    const got = await client(words(await hub.folder()));
    expect(got.code).not.toBe(0);
    expect(got.errors).toMatch(complaint);
    wrongBytes(false);
    await printed(client(words(await hub.folder())));
  });

  test('by crane', async (context) => {
    const crane = tool(context, 'crane');
    const { layers } = await fetchManifest(hub.base, gguf, 'Q8_0', ociManifest);
    wrongBytes(true);
    const got = await crane(['blob', `${host}/${gguf}@${layers.at(-1)!.digest}`]);
    expect(got.code).not.toBe(0);
    expect(got.errors).toContain('error verifying sha256 checksum');
  });
});

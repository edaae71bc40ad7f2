/** Tests the `hf` command of huggingface_hub 2.x and 1.x: a download, then a check of the files against the index. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { type Finished, hashOf, hubEnvironment, need, run } from './client-process.ts';

let hub: DemoHub;
let llama: TinyModel;
let gguf: TinyModel;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  [llama, gguf] = [hub.sources.llama.model, hub.sources.gguf.model];
});
afterEach(() => {
  hub.sources.running.srca.misbehaviour.wrongBytes = false;
});
afterAll(() => hub?.close());

describe.each(['huggingface_hub 2.0.0', 'huggingface_hub 1.33.0'] as const)('%s', (client) => {
  const hf = (bin: string, words: readonly string[], home: string, via = ''): Promise<Finished> =>
    run(join(bin, 'hf'), words, { environment: hubEnvironment(hub.base + via, home) });

  test.for(['', '/via/srca', '/via/srcb'])(
    'hf download and hf cache verify agree, endpoint at "%s"',
    async (via, context) => {
      const bin = need(context, client);
      const home = await hub.folder();
      const got = await hf(bin, ['download', llama.id], home, via);
      expect(got.code, got.errors + got.output).toBe(0);
      const folder = join(home, 'hub', `models--${llama.id.replace('/', '--')}`, 'snapshots', llama.revision);
      expect(got.output).toContain(folder);
      for (const [path, file] of llama.files) expect(await hashOf(join(folder, path)), path).toBe(file.sha256);
      const checked = await hf(
        bin,
        ['cache', 'verify', llama.id, '--fail-on-missing-files', '--fail-on-extra-files'],
        home,
        via,
      );
      expect(checked.code, checked.errors + checked.output).toBe(0);
    },
  );

  test('hf models ls finds by parameters, and shows no gated model', async (context) => {
    const listed = async (...words: string[]) => {
      const got = await hf(need(context, client), ['models', 'ls', '-q', ...words], await hub.folder());
      expect(got.code, got.errors + got.output).toBe(0);
      return got.output.split('\n').filter((line) => line.includes('/'));
    };
    const parameters = Number(llama.facts.parameters);
    expect(await listed('--num-parameters', `min:${parameters},max:${parameters}`)).toContain(llama.id);
    expect(await listed('--num-parameters', `min:${parameters + 1}`)).not.toContain(llama.id);
    expect(await listed('--gated')).toEqual([]);
  });

  test('hf upload and hf repos create get an error that the hub is read-only, with the address to write to', async (context) => {
    const bin = need(context, client);
    const folder = await hub.folder();
    await writeFile(join(folder, 'README.md'), '# Mine\n');
    for (const words of [
      ['upload', llama.id, folder],
      ['repos', 'create', 'mine/new-model'],
    ]) {
      const environment = { ...hubEnvironment(hub.base, await hub.folder()), HF_TOKEN: 'hf_none' };
      const got = await run(join(bin, 'hf'), words, { environment });
      expect(got.code).not.toBe(0);
      expect(got.output + got.errors).toContain('This hub is read-only: write to ');
    }
  });

  test('hf download does not notice wrong bytes, but hf cache verify does', async (context) => {
    const bin = need(context, client);
    hub.sources.running.srca.misbehaviour.wrongBytes = true;
    const [home, folder] = [await hub.folder(), await hub.folder()];
    const got = await hf(bin, ['download', gguf.id, 'tiny-Q4_K_M.gguf', '--local-dir', folder], home, '/via/srca');
    expect(got.code, got.errors + got.output).toBe(0);
    expect(await hashOf(join(folder, 'tiny-Q4_K_M.gguf'))).not.toBe(gguf.files.get('tiny-Q4_K_M.gguf')!.sha256);
    const checked = await hf(bin, ['cache', 'verify', gguf.id, '--local-dir', folder], home);
    expect(checked.code).toBe(1);
    expect(checked.output + checked.errors).toContain('tiny-Q4_K_M.gguf');
  });
});

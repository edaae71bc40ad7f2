/** Tests that older lines of huggingface_hub do what the table on the Python page of the documentation says. */
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { hashOf, hubEnvironment, need, type PythonAnswer, python } from './client-process.ts';
import type { ClientName } from './machine.ts';

/** A model of one file. The index has no number of downloads for this model. */
const uncounted = 'demo-models/Uncounted';

let hub: DemoHub;
let llama: TinyModel;
beforeAll(async () => {
  const files = [
    { path: 'config.json', size: 2, sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a' },
  ];
  hub = await startDemoHub({ probe: 'off', more: [{ id: uncounted, revision: '1'.repeat(40), files }] });
  llama = hub.sources.llama.model;
});
afterAll(() => hub?.close());

const versions = ['0.20.3', '0.23.5', '0.24.0', '0.36.0'] as const;

describe.each(versions)('huggingface_hub %s', (version) => {
  async function call(context: TestContext, name: string, words: object): Promise<PythonAnswer> {
    const client: ClientName = `huggingface_hub ${version}`;
    return python(need(context, client), name, words, hubEnvironment(hub.base, await hub.folder()));
  }
  const needsCounts = version < '0.24';

  test('downloads a file, by any spelling of the id', async (context) => {
    for (const repo_id of [llama.id, llama.id.toLowerCase(), 'tiny-llama']) {
      const { result, message } = await call(context, 'download', { repo_id, filename: 'model.safetensors' });
      expect(await hashOf(`${result}`), message).toBe(llama.files.get('model.safetensors')!.sha256);
    }
  });

  test('downloads a whole model into a folder', async (context) => {
    const folder = await hub.folder();
    expect(await call(context, 'snapshot', { repo_id: llama.id, local_dir: folder })).toEqual({ result: folder });
    for (const [path, { sha256 }] of llama.files) expect(await hashOf(`${folder}/${path}`), path).toBe(sha256);
  });

  test('reads info, tree and refs', async (context) => {
    const info = (await call(context, 'model_info', { repo_id: llama.id })).result;
    expect(info).toMatchObject({ sha: llama.revision, downloads: 1200, likes: 34 });
    const tree = (await call(context, 'tree', { repo_id: llama.id, recursive: true })).result as { sha256?: string }[];
    expect(tree.filter((entry) => entry.sha256 !== undefined)).toHaveLength(llama.files.size);
    expect((await call(context, 'refs', { repo_id: llama.id })).result).toMatchObject({ tags: [] });
  });

  test('lists models, but models without download counts only since 0.24', async (context) => {
    const named = await call(context, 'list_models', { search: 'tiny-llama' });
    expect(named.result, named.message).toHaveLength(2);
    for (const [name, words] of [
      ['list_models', {}],
      ['model_info', { repo_id: uncounted }],
    ] as const) {
      const { error, message } = await call(context, name, words);
      expect([error, message]).toEqual(needsCounts ? ['KeyError', "'downloads'"] : [undefined, undefined]);
    }
    const tree = await call(context, 'tree', { repo_id: uncounted });
    expect(tree.result, tree.message).toHaveLength(1);
  });

  test('gets errors for an absent model, a gated model, a dataset, and every write', async (context) => {
    const told = async (name: string, words: object) => (await call(context, name, words)).error;
    const file = { filename: 'config.json' };
    expect(await told('download', { ...file, repo_id: 'demo-models/none' })).toBe('RepositoryNotFoundError');
    expect(await told('download', { ...file, repo_id: 'demo-models/tiny-gated' })).toBe('GatedRepoError');
    expect(await told('snapshot', { repo_id: 'squad', repo_type: 'dataset' })).toBe('RepositoryNotFoundError');
    const { message } = await call(context, 'create_repo', { repo_id: 'mine/new-model' });
    expect(message).toContain('This hub is read-only: write to ');
  });
});

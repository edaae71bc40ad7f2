/** Tests both common lines of huggingface_hub (Python), unmodified, with only HF_ENDPOINT set. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { gatedId } from '../demo/demo-sources.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { hashOf, hubEnvironment, need, type PythonAnswer, python } from './client-process.ts';

let hub: DemoHub;
let llama: TinyModel;
let gguf: TinyModel;
let bert: TinyModel;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  [llama, gguf, bert] = [hub.sources.llama.model, hub.sources.gguf.model, hub.sources.bert.model];
});
afterAll(() => hub?.close());

const hashes = (model: TinyModel): string[] => [...model.files.values()].map((file) => file.sha256).toSorted();
const paths = (model: TinyModel): string[] => [...model.files.keys()].toSorted();
const folderName = (model: TinyModel): string => `models--${model.id.replace('/', '--')}`;

describe.each(['huggingface_hub 2.0.0', 'huggingface_hub 1.33.0'] as const)('%s', (client) => {
  /** Runs a call of `huggingface-hub-calls.py` against the hub; `via` pins a source. */
  async function call(context: TestContext, name: string, words: object, via = ''): Promise<PythonAnswer> {
    const bin = need(context, client);
    return python(bin, name, words, hubEnvironment(hub.base + via, await hub.folder()));
  }

  describe.each(['', '/via/srca', '/via/srcb'])('with the endpoint at "%s"', (via) => {
    test('hf_hub_download gets the indexed bytes, and names them by the indexed hash', async (context) => {
      const home = await hub.folder();
      const environment = hubEnvironment(hub.base + via, home);
      for (const path of ['model.safetensors', 'original/notes/how it was made.txt', 'original/notes/größe-模型.txt']) {
        const answer = await python(
          need(context, client),
          'download',
          { repo_id: llama.id, filename: path },
          environment,
        );
        expect(answer).toEqual({
          result: join(home, 'hub', folderName(llama), 'snapshots', llama.revision, path),
        });
        expect(await hashOf(answer.result as string)).toBe(llama.files.get(path)!.sha256);
        expect(await readdir(join(home, 'hub', folderName(llama), 'blobs'))).toContain(llama.files.get(path)!.sha256);
      }
    });

    test('snapshot_download into the cache names every blob by its indexed hash', async (context) => {
      const home = await hub.folder();
      const words = { repo_id: llama.id };
      const answer = await python(need(context, client), 'snapshot', words, hubEnvironment(hub.base + via, home));
      const folder = join(home, 'hub', folderName(llama));
      expect(answer).toEqual({ result: join(folder, 'snapshots', llama.revision) });
      for (const [path, file] of llama.files)
        expect(await hashOf(join(answer.result as string, path))).toBe(file.sha256);
      expect((await readdir(join(folder, 'blobs'))).toSorted()).toEqual(hashes(llama));
      expect(await readFile(join(folder, 'refs', 'main'), 'utf8')).toBe(llama.revision);
    });

    test('model_info gives the indexed revision and every file', async (context) => {
      for (const words of [{}, { revision: 'main' }, { revision: llama.revision }, { files_metadata: true }]) {
        const { result, ...rest } = await call(context, 'model_info', { repo_id: llama.id, ...words }, via);
        expect(rest).toEqual({});
        const info = result as Record<string, unknown>;
        expect(info).toMatchObject({ id: llama.id, sha: llama.revision, downloads: 1200, likes: 34 });
        expect((info.files as string[]).toSorted()).toEqual(paths(llama));
      }
    });
  });

  test('snapshot_download with patterns gets only matching files', async (context) => {
    const folder = await hub.folder();
    const words = { repo_id: gguf.id, allow_patterns: ['*Q4_K_M*'], local_dir: folder };
    expect(await call(context, 'snapshot', words)).toEqual({ result: folder });
    const names = (await readdir(folder)).filter((name) => name !== '.cache');
    expect(names).toEqual(['tiny-Q4_K_M.gguf']);
  });

  test('list_models searches, filters, sorts and limits', async (context) => {
    const ids = async (words: object): Promise<string[]> => {
      const answer = await call(context, 'list_models', words);
      expect(answer.error, answer.message).toBeUndefined();
      return (answer.result as { id: string }[]).map((row) => row.id);
    };
    expect(await ids({})).toEqual([gguf.id, llama.id, bert.id]);
    expect(await ids({ sort: 'downloads' })).toEqual([bert.id, llama.id, gguf.id]);
    expect(await ids({ sort: 'likes', limit: 1 })).toEqual([llama.id]);
    expect(await ids({ search: 'GGUF' })).toEqual([gguf.id]);
    expect(await ids({ author: 'demo-models', filter: ['bert', 'license:mit'] })).toEqual([bert.id]);
    expect(await ids({ pipeline_tag: 'text-generation', sort: 'trending_score' })).toEqual([gguf.id, llama.id]);
    expect(await ids({ author: 'nobody' })).toEqual([]);
    expect(await ids({ full: true, limit: 2 })).toEqual([gguf.id, llama.id]);
  });

  test('list_repo_tree reads one level, all levels, and one folder', async (context) => {
    const tree = async (words: object): Promise<Record<string, unknown>[]> => {
      const answer = await call(context, 'tree', { repo_id: llama.id, ...words });
      expect(answer.error, answer.message).toBeUndefined();
      return answer.result as Record<string, unknown>[];
    };
    const top = await tree({});
    expect(top).toHaveLength(paths(llama).filter((path) => !path.includes('/')).length + 1);
    expect(top).toContainEqual({ path: 'original', folder: true });
    const all = await tree({ recursive: true });
    for (const [path, file] of llama.files) {
      expect(all).toContainEqual({ path, size: file.bytes.length, sha256: file.sha256 });
    }
    expect(all.filter((item) => item.folder)).toEqual([
      { path: 'original', folder: true },
      { path: 'original/notes', folder: true },
    ]);
    const folder = await tree({ path_in_repo: 'original/notes' });
    expect(folder.map((item) => item.path)).toEqual(paths(llama).filter((path) => path.startsWith('original/notes/')));
  });

  test('list_repo_refs gives one branch and no pull request', async (context) => {
    expect(await call(context, 'refs', { repo_id: llama.id, include_pull_requests: true })).toEqual({
      result: {
        branches: [{ name: 'main', ref: 'refs/heads/main', commit: llama.revision }],
        pulls: [],
        tags: [],
      },
    });
  });

  test('get_paths_info describes files and folders, and leaves out unknown paths', async (context) => {
    const words = { repo_id: llama.id, paths: ['config.json', 'original', 'no-such-file'] };
    const file = llama.files.get('config.json')!;
    expect(await call(context, 'paths_info', words)).toEqual({
      result: [
        { path: 'config.json', size: file.bytes.length, sha256: file.sha256 },
        { path: 'original', folder: true },
      ],
    });
  });

  test('file_exists, repo_exists and revision_exists tell what exists', async (context) => {
    expect(await call(context, 'exists', { repo_id: llama.id, path: 'config.json' })).toEqual({
      result: [true, false, true, false, true, false],
    });
  });

  test('auth_check passes for an indexed model, and fails for a gated or an absent model', async (context) => {
    for (const via of ['', '/via/srcb'])
      expect(await call(context, 'auth_check', { repo_id: llama.id }, via)).toEqual({ result: null });
    expect((await call(context, 'auth_check', { repo_id: gatedId })).error).toBe('GatedRepoError');
    expect((await call(context, 'auth_check', { repo_id: `${llama.id}-not` })).error).toBe('RepositoryNotFoundError');
  });

  test('get_safetensors_metadata reads headers by range from the source', async (context) => {
    expect(await call(context, 'safetensors', { repo_id: llama.id })).toEqual({
      result: { sharded: false, parameters: llama.facts.parameters },
    });
    expect(await call(context, 'safetensors', { repo_id: bert.id })).toEqual({
      result: { sharded: true, parameters: bert.facts.parameters },
    });
  });

  test('HfFileSystem lists, finds and reads a part', async (context) => {
    const path = 'model.safetensors';
    const bytes = llama.files.get(path)!.bytes;
    const words = { folder: llama.id, path, start: 1000, length: 32 };
    const answer = await call(context, 'file_system', words);
    expect(answer.error, answer.message).toBeUndefined();
    const { names, found, size, part } = answer.result as {
      names: string[];
      found: string[];
      size: number;
      part: string;
    };
    expect(names.toSorted()).toEqual(
      [...paths(llama).filter((name) => !name.includes('/')), 'original']
        .map((name) => `${llama.id}/${name}`)
        .toSorted(),
    );
    expect(found.toSorted()).toEqual(
      paths(llama)
        .filter((name) => name.endsWith('.txt'))
        .map((name) => `${llama.id}/${name}`),
    );
    expect([size, part]).toEqual([bytes.length, Buffer.from(bytes.subarray(1000, 1032)).toString('hex')]);
  });

  test.for([
    ['in another case', (id: string) => id.toLowerCase()],
    ['without its owner', (id: string) => id.split('/')[1]!],
  ] as const)('a model requested %s is downloaded all the same', async ([, asked], context) => {
    for (const via of ['', '/via/srcb']) {
      const id = asked(llama.id);
      const file = await call(context, 'download', { repo_id: id, filename: 'config.json' }, via);
      expect(await hashOf(`${file.result}`), file.message).toBe(llama.files.get('config.json')!.sha256);
      const whole = await call(context, 'snapshot', { repo_id: id }, via);
      for (const [path, { sha256 }] of llama.files) expect(await hashOf(join(`${whole.result}`, path))).toBe(sha256);
      expect((await call(context, 'model_info', { repo_id: id }, via)).result).toMatchObject({ id: llama.id });
    }
  });

  test.for(['dataset', 'space'] as const)(
    'a %s is not found, and the error does not blame the connection',
    async (kind, context) => {
      for (const [name, words] of [
        ['download', { repo_id: 'demo-models/anything', filename: 'x' }],
        ['snapshot', { repo_id: 'squad' }],
      ] as const) {
        const { error, message } = await call(context, name, { ...words, repo_type: kind });
        expect([error, message]).toEqual([
          'RepositoryNotFoundError',
          expect.stringContaining('This hub has models only'),
        ]);
      }
      expect(await call(context, 'repo_exists', { repo_id: 'squad', repo_type: kind })).toEqual({ result: false });
    },
  );

  test.for([
    ['an unknown model', { repo_id: 'demo-models/no-such-model' }, /^RepositoryNotFoundError$/],
    ['an unknown revision', { repo_id: 'demo-models/Tiny-Llama', revision: '0'.repeat(40) }, /^RevisionNotFoundError$/],
    ['an unknown file', { repo_id: 'demo-models/Tiny-Llama', filename: 'no-such-file' }, /EntryNotFoundError$/],
    ['a gated model', { repo_id: gatedId }, /^GatedRepoError$/],
  ] as const)('%s differs from a broken connection', async ([, words, error], context) => {
    expect((await call(context, 'download', { filename: 'config.json', ...words })).error).toMatch(error);
  });
});

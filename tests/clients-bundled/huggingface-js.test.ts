/** Tests @huggingface/hub (JavaScript), unmodified: every public call that reads, with only `hubUrl` set. */
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  createRepo,
  deleteRepo,
  downloadFile,
  downloadFileToCacheDir,
  fileDownloadInfo,
  fileExists,
  listFiles,
  listModels,
  modelInfo,
  parseSafetensorsMetadata,
  pathsInfo,
  repoExists,
  snapshotDownload,
  uploadFile,
} from '@huggingface/hub';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { sha256, type TinyModel } from '../demo/tiny-models.ts';
import { inAll } from '../fixtures/in-all.ts';

let hub: DemoHub;
let llama: TinyModel;
let gguf: TinyModel;
let bert: TinyModel;
beforeAll(async () => {
  // Silences the client, which prints every download on the console.
  vi.spyOn(console, 'debug').mockImplementation(() => {});
  hub = await startDemoHub({ probe: 'off' });
  [llama, gguf, bert] = [hub.sources.llama.model, hub.sources.gguf.model, hub.sources.bert.model];
}, 120_000);
afterAll(() => hub?.close());

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

for (const via of ['', '/via/srca', '/via/srcb'])
  describe(`with hubUrl at "${via}"`, inAll(via === '/via/srcb'), () => {
    const at = () => ({ hubUrl: hub.base + via, repo: llama.id });

    test('modelInfo, which asks for revision HEAD', async () => {
      const info = await modelInfo({
        hubUrl: hub.base + via,
        name: llama.id,
        additionalFields: ['sha', 'tags', 'filePaths'],
      });
      expect(info).toMatchObject({
        name: llama.id,
        sha: llama.revision,
        task: 'text-generation',
        private: false,
        gated: false,
        downloads: 1200,
        likes: 34,
        updatedAt: new Date('2026-01-03T03:04:05.000Z'),
      });
      expect(info.filePaths.toSorted()).toEqual([...llama.files.keys()].toSorted());
    });

    test('listModels', async () => {
      const names = async (search: object): Promise<string[]> =>
        (await all(listModels({ hubUrl: hub.base + via, search }))).map((model) => model.name);
      expect(await names({})).toEqual([gguf.id, llama.id, bert.id]);
      expect(await names({ query: 'gguf' })).toEqual([gguf.id]);
      expect(await names({ owner: 'demo-models', task: 'feature-extraction' })).toEqual([bert.id]);
      expect(await names({ tags: ['safetensors', 'llama'] })).toEqual([llama.id]);
    });

    test('listFiles', async () => {
      const files = await all(listFiles({ ...at(), recursive: true }));
      for (const [path, file] of llama.files) {
        expect(files).toContainEqual(expect.objectContaining({ path, size: file.bytes.length, oid: file.sha256 }));
      }
      const top = await all(listFiles(at()));
      expect(top).toContainEqual(expect.objectContaining({ type: 'directory', path: 'original' }));
      const folder = await all(listFiles({ ...at(), path: 'original/notes' }));
      expect(folder.map((file) => basename(file.path)).toSorted()).toEqual(['größe-模型.txt', 'how it was made.txt']);
    });

    test('fileDownloadInfo', async () => {
      const info = await fileDownloadInfo({ ...at(), path: 'model.safetensors' });
      expect(info?.size).toBe(llama.files.get('model.safetensors')!.bytes.length);
      expect(await fileDownloadInfo({ ...at(), path: 'no-such-file' })).toBeNull();
    });

    test('downloadFile', async () => {
      for (const path of [
        'model.safetensors',
        'config.json',
        'original/notes/how it was made.txt',
        'original/notes/größe-模型.txt',
      ]) {
        const blob = await downloadFile({ ...at(), path });
        expect(sha256(new Uint8Array(await blob!.arrayBuffer())), path).toBe(llama.files.get(path)!.sha256);
      }
      const sums = await downloadFile({ ...at(), path: 'SHA256SUMS' });
      expect((await sums!.text()).trimEnd().split('\n')).toHaveLength(llama.files.size);
    });

    test('pathsInfo', async () => {
      const { bytes, sha256: hash } = llama.files.get('config.json')!;
      const paths = ['config.json', 'original', 'no-such-file'];
      const found = await pathsInfo({ ...at(), paths, expand: true });
      expect(found.map((item) => [item.type, item.path, item.size])).toEqual([
        ['file', 'config.json', bytes.length],
        ['directory', 'original', 0],
      ]);
      expect(found[0]).toMatchObject({
        oid: hash,
        lfs: { oid: hash, size: bytes.length },
        lastCommit: { id: llama.revision },
      });
    });

    test('downloadFileToCacheDir', async () => {
      const cacheDir = await hub.folder();
      const path = 'original/params.json';
      const link = await downloadFileToCacheDir({ ...at(), path, cacheDir });
      expect(link).toBe(join(cacheDir, `models--${llama.id.replace('/', '--')}`, 'snapshots', llama.revision, path));
      expect(basename(await readlink(link))).toBe(llama.files.get(path)!.sha256);
      expect(sha256(await readFile(link))).toBe(llama.files.get(path)!.sha256);
    });

    test('snapshotDownload', async () => {
      const cacheDir = await hub.folder();
      const folder = await snapshotDownload({ ...at(), cacheDir });
      expect(basename(folder)).toBe(llama.revision);
      for (const [path, file] of llama.files) {
        expect(sha256(await readFile(join(folder, path))), path).toBe(file.sha256);
        expect(basename(await readlink(join(folder, path))), path).toBe(file.sha256);
      }
    });

    test('fileExists and repoExists', async () => {
      expect(await fileExists({ ...at(), path: 'config.json' })).toBe(true);
      expect(await fileExists({ ...at(), path: 'no-such-file' })).toBe(false);
      expect(await repoExists({ hubUrl: hub.base + via, repo: llama.id })).toBe(true);
      expect(await repoExists({ hubUrl: hub.base + via, repo: 'demo-models/no-such-model' })).toBe(false);
    });
  });

test.each(['demo-models/TINY-llama', 'tiny-llama'])('a model requested as %s is found too', async (repo) => {
  const blob = await downloadFile({ hubUrl: hub.base, repo, path: 'config.json' });
  expect(sha256(new Uint8Array(await blob!.arrayBuffer()))).toBe(llama.files.get('config.json')!.sha256);
  expect((await modelInfo({ hubUrl: hub.base, name: repo })).name).toBe(llama.id);
});

test('calls for datasets and Spaces fail with an error that the hub has models only', async () => {
  for (const type of ['dataset', 'space'] as const) {
    const repo = { type, name: 'squad/any' };
    expect(await repoExists({ hubUrl: hub.base, repo })).toBe(false);
    await expect(all(listFiles({ hubUrl: hub.base, repo }))).rejects.toThrow('This hub has models only');
  }
});

test('writes fail with an error that the hub is read-only, with the address to write to', async () => {
  const mine = { hubUrl: hub.base, accessToken: 'hf_none' };
  const readOnly = 'This hub is read-only: write to ';
  await expect(createRepo({ ...mine, repo: 'mine/new-model' })).rejects.toThrow(readOnly);
  await expect(deleteRepo({ ...mine, repo: llama.id })).rejects.toThrow(readOnly);
  const file = { path: 'x.bin', content: new Blob(['x']) };
  await expect(uploadFile({ ...mine, repo: llama.id, file })).rejects.toThrow(readOnly);
});

test('parseSafetensorsMetadata reads headers by range from the source', async () => {
  const found = await parseSafetensorsMetadata({ hubUrl: hub.base, repo: bert.id, computeParametersCount: true });
  expect(found).toMatchObject({ sharded: true, parameterCount: { F16: bert.facts.parameters } });
});

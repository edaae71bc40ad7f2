// Tests that a plain client can pull an app from the registry, from the tag to the manifest to the blobs. The
// client checks every digest.

import { beforeAll, describe, expect, test } from 'vitest';
import { toFetch } from '../../../../../functions/rim/fetch-hub.ts';
import { sha256Hex } from '../../../../../src/digests/sha.ts';
import type { SpacesCatalog } from '../../../../../src/shapes/discovery.ts';
import type { OciDescriptor, OciManifest } from '../../../../../src/shapes/registry.ts';
import { baseUrl } from '../../../../fixtures/hub.ts';
import { memoryHub } from '../../../../fixtures/memory-hub.ts';

let ask: (path: string) => Promise<Response>;
beforeAll(() => {
  const answer = toFetch(memoryHub());
  ask = async (path) => answer(new Request(`${baseUrl}${path}`));
});

async function pullBlob({ digest, size }: OciDescriptor): Promise<Buffer> {
  const response = await ask(`/v2/spaces/verify/blobs/${digest}`);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(`sha256:${sha256Hex(bytes)}`).toBe(digest);
  expect(bytes.length).toBe(size);
  return bytes;
}

describe('spaces/verify', () => {
  test('has the files that the hub serves, under the root that the catalog names', async () => {
    const tagged = await ask('/v2/spaces/verify/manifests/latest');
    const text = await tagged.text();
    const digest = tagged.headers.get('docker-content-digest');
    expect(digest).toBe(`sha256:${sha256Hex(text)}`);
    expect(await (await ask(`/v2/spaces/verify/manifests/${digest}`)).text()).toBe(text);
    const manifest = JSON.parse(text) as OciManifest;
    expect(manifest.artifactType).toBe('application/vnd.hub.space.v1+json');
    expect((await pullBlob(manifest.config)).toString()).toBe('{}');
    let lines = '';
    for (const layer of manifest.layers) {
      const path = layer.annotations!['org.opencontainers.image.title']!;
      const bytes = await pullBlob(layer);
      const served = await ask(`/spaces/verify/${path}`);
      expect(served.headers.get('content-type')).toMatch(new RegExp(`^${layer.mediaType}(; charset=utf-8)?$`));
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
      lines += `${path}\0${sha256Hex(bytes)}\n`;
    }
    const { spaces } = (await (await ask('/spaces/spaces.json')).json()) as SpacesCatalog;
    const entry = spaces.find(({ id }) => id === 'verify')!;
    expect(sha256Hex(lines)).toBe(entry.root);
    expect(manifest.annotations!['hub.space.root']).toBe(entry.root);
    expect(manifest.layers).toHaveLength(entry.files);
    expect(manifest.layers.reduce((sum, { size }) => sum + size, 0)).toBe(entry.bytes);
  });

  test('has the licence notice of the package that it bundles', async () => {
    const manifest = (await (await ask('/v2/spaces/verify/manifests/latest')).json()) as OciManifest;
    const texts = await Promise.all(manifest.layers.map(async (layer) => (await pullBlob(layer)).toString()));
    expect(texts.some((text) => text.includes('hash-wasm') && text.includes('@license MIT'))).toBe(true);
  });
});

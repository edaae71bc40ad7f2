/**
 * Tests the tools that check a hub's attestations: model_signing on a downloaded folder, cosign on its
 * registry.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { runCommand } from '../demo/product.ts';
import { type Finished, need, run } from './client-process.ts';
import type { ClientName } from './machine.ts';
import { fetchManifest, ggufManifest, ociManifest } from './registry-reading.ts';

const NOTICE = 'the index attests these bytes; it is not their maker';
const [llama, gguf] = ['demo-models/tiny-llama', 'demo-models/tiny-llama-gguf'];

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = (key: typeof privateKey, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' }).toString();
  return { key: text(privateKey, 'pkcs8'), publicKey: text(publicKey, 'spki') };
};
const [own, other] = [pair(), pair()];

let hub: DemoHub;
/** The host and port of the hub, with which references to its registry begin. */
let host: string;
/** The paths of the hub's public key, and of another public key. */
let keys: { own: string; other: string };
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off', attestationKey: own.key });
  host = new URL(hub.base).host;
  const folder = await hub.folder();
  const at = (name: string) => join(folder, name);
  keys = { own: at('hub.pem'), other: at('other.pem') };
  await writeFile(keys.own, await textAt('/api/hub/attestation/key.pem'));
  await writeFile(keys.other, other.publicKey);
});
afterAll(() => hub?.close());

async function textAt(path: string): Promise<string> {
  const response = await fetch(hub.base + path);
  expect(response.status, path).toBe(200);
  return response.text();
}

/** Runs a tool with `home` as its home folder; skips the test if this machine lacks the tool. */
async function tool(context: TestContext, name: ClientName, words: readonly string[], home?: string) {
  const at = home ?? (await hub.folder());
  const path = name === 'model_signing' ? join(need(context, name), 'model_signing') : need(context, name);
  return run(path, words, { environment: { HOME: at, XDG_CONFIG_HOME: at, XDG_CACHE_HOME: at } });
}

async function succeeds(finished: Promise<Finished>): Promise<string> {
  const { code, output, errors } = await finished;
  expect(code, errors + output).toBe(0);
  return output + errors;
}

async function fails(finished: Promise<Finished>, why: RegExp): Promise<void> {
  const { code, output, errors } = await finished;
  expect(code, errors + output).not.toBe(0);
  expect(errors + output).toMatch(why);
}

test('the hub serves the key that it was given', async () => {
  expect(await readFile(keys.own, 'utf8')).toBe(own.publicKey);
});

describe('model_signing', () => {
  /** Downloads a model as `hf download --local-dir` does, with its signature beside the folder. */
  async function downloaded(context: TestContext) {
    const [home, folder] = [await hub.folder(), await hub.folder()];
    const hf = join(need(context, 'huggingface_hub 2.0.0'), 'hf');
    const environment = { HF_ENDPOINT: hub.base, HF_HOME: home, HF_HUB_DISABLE_TELEMETRY: '1' };
    const { id } = hub.sources.llama.model;
    await succeeds(run(hf, ['download', id, '--local-dir', folder], { environment }));
    const signature = join(home, 'llama.sig');
    await writeFile(signature, await textAt(`/models/${id}/model.sig`));
    const verify = (key: string) =>
      tool(context, 'model_signing', ['verify', 'key', folder, '--signature', signature, '--public_key', key]);
    return { folder, signature, verify };
  }

  test('verify passes on a folder that hf downloaded, also with SHA256SUMS and the signature in it', async (context) => {
    const { folder, signature, verify } = await downloaded(context);
    expect(await succeeds(verify(keys.own))).toContain('Verification succeeded');
    const { id } = hub.sources.llama.model;
    await writeFile(join(folder, 'SHA256SUMS'), await textAt(`/${id}/resolve/main/SHA256SUMS`));
    await writeFile(join(folder, 'model.sig'), await readFile(signature));
    await succeeds(verify(keys.own));
  });

  test('verify fails on a changed byte, an extra file, and with another key', async (context) => {
    const { folder, verify } = await downloaded(context);
    await fails(verify(keys.other), /key/i);
    await writeFile(join(folder, 'extra.bin'), 'x');
    await fails(verify(keys.own), /extra\.bin/);
    const config = await readFile(join(folder, 'config.json'));
    config[0]! ^= 1;
    await writeFile(join(folder, 'config.json'), config);
    await fails(verify(keys.own), /Hash mismatch for \W*config\.json/);
  });
});

describe('cosign', () => {
  const verify = (context: TestContext, key: string, reference: string) => {
    const words = ['--key', key, '--insecure-ignore-tlog', '--allow-http-registry'];
    return tool(context, 'cosign', ['verify', ...words, reference]);
  };

  test('verify passes for every manifest: by tag, by digest and behind a pin', async (context) => {
    const { digest } = await fetchManifest(hub.base, gguf, 'q8_0', ggufManifest);
    for (const reference of [`${llama}:latest`, `${gguf}:Q8_0`, `${gguf}@${digest}`, `via/srca/${llama}:latest`]) {
      const told = await succeeds(verify(context, keys.own, `${host}/${reference}`));
      expect(told).toContain('https://sigstore.dev/cosign/sign/v1');
      expect(told).toContain(NOTICE);
    }
  });

  test('verify fails with another key', async (context) => {
    const why = /invalid signature|failed to verify|no matching/i;
    await fails(verify(context, keys.other, `${host}/${llama}:latest`), why);
  });
});

test('an export has the same signatures as the hub', async () => {
  const files = join(await hub.folder(), 'files');
  await runCommand(['export', files, '--attest'], hub.environment);
  const { id } = hub.sources.llama.model;
  const { digest } = await fetchManifest(hub.base, llama, 'latest', ociManifest);
  const paths = [`models/${id}/model.sig`, `v2/${llama}/referrers/${digest}`, 'api/hub/attestation/key.pem'];
  for (const path of paths) expect(await readFile(join(files, path), 'utf8')).toBe(await textAt(`/${path}`));
});

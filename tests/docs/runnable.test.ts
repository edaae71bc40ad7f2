/** Runs the documentation's commands unchanged, if they need only what a usual machine has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsFolder } from '../../generator/process/package-paths.ts';
import { StandIn } from '../buckets/stores.ts';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { commandMissing } from '../fixtures/needs.ts';
import { operatorFolder, PAGE_LIMIT, runnablePages, runnableWith, runPage } from './runnable.ts';

/** The commands of an operator: `npx model-hub`, and a bucket that the test provides. */
const OURS = ['npx', 's3'];
/** Commands that usual machines may have. All other commands are clients that `npm run install:clients` installs. */
const COMMON = ['curl', 'wget', 'aria2c', 'sha256sum', 'cmp', 'grep', 'node', 'openssl', ...OURS];

/** Blocks that need an account, root, a network or a client with tests of its own, by page and first line. */
const ELSEWHERE = [
  'buckets: HUB_BASE_URL=https://hub.example deno serve --allow-all --host 127.0.0.1 --port 4321 functions/hosts/web/fetch.ts',
  'buckets: export HUB_BASE_URL=https://hub.example  # yours',
  'buckets: npm install --global wrangler@4.164.0',
  'edge: export HUB_BASE_URL=https://models.example.org',
  'edge: for host in 10.0.0.1 10.0.0.2; do',
  'edge: npx model-hub export /srv/model-hub',
  "edge: sed 's/models.example.org/hub.your-name.org/' deploy/nginx.conf > /etc/nginx/conf.d/model-hub.conf",
  'importing: npx model-hub archive takedown owner/name',
  'indexing: npx model-hub day --export /srv/model-hub',
  'indexing: npx model-hub index HuggingFaceTB/SmolLM2-135M-Instruct',
  'ollama: MODEL_ENDPOINT=https://hub.example/ llama-cli -hf stabilityai/stable-code-3b:Q5_K_M',
  'ollama: ollama run hub.example/stabilityai/stable-code-3b:Q5_K_M',
  'proof: cosign verify --key hub.pem --insecure-ignore-tlog hub.example/sentence-transformers/all-minilm-l6-v2:latest',
  'proof: curl -fsSO https://hub.example/docs/check_model.py',
  'proof: curl -fsSo hub.pem https://hub.example/api/hub/attestation/key.pem',
  'self-hosting: cd deploy/container',
  'self-hosting: npm ci',
  'self-hosting: npm ci && npm pack',
  'self-hosting: useradd --system --home-dir /var/lib/model-hub --create-home model-hub',
  'upgrading: npm ci && npm start',
];

const pages = runnablePages();
const common = runnableWith((tool) => COMMON.includes(tool));

const store = new StandIn();
let hub: DemoHub;
let operator: string;
beforeAll(async () => {
  await store.start();
  hub = await startDemoHub({ probe: 'off', isSigned: true });
  operator = await operatorFolder(hub);
}, 300_000);
afterAll(async () => {
  await hub?.close();
  await store.stop();
});

test('pages have commands to run', () => {
  expect(common.length).toBeGreaterThan(20);
  expect(pages.some(({ tools }) => tools.includes('hf'))).toBe(true);
});

test('every command of every page is run here, by its client, or by a test of its own', () => {
  const unmarked = readdirSync(docsFolder).flatMap((file) =>
    [...(file.endsWith('.md') ? readFileSync(join(docsFolder, file), 'utf8') : '').matchAll(/^```sh\n(.*)$/gm)].map(
      ([, line]) => `${file.slice(0, -3)}: ${line}`,
    ),
  );
  expect(unmarked.sort()).toEqual(ELSEWHERE.toSorted());
});

test.for(common)('the commands of $slug succeed', { timeout: PAGE_LIMIT }, async (page, context) => {
  const tools = page.tools.filter((tool) => !OURS.includes(tool));
  const missing = tools.map((tool) => commandMissing(tool)).find((reason) => reason !== undefined);
  context.skip(missing !== undefined, missing);
  const isOurs = page.tools.includes('npx');
  const place = { hub, environment: { S3_URL: store.url }, ...(isOurs && { operator }) };
  const { code, output, errors } = await runPage(page, place);
  expect(code, errors + output).toBe(0);
});

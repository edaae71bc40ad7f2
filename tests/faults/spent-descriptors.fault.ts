// Uses up all file descriptors of a hub while requests make it load modules, and while a new tree becomes current.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { counted } from '../../src/model/figures.ts';
import { editTree } from '../fixtures/edited-tree.ts';
import { buildFixture } from '../fixtures/hub.ts';
import { audience, issuer, publicPem, tokenFor } from '../fixtures/identity.ts';
import { posixMissing } from '../fixtures/needs.ts';
import { models } from '../fixtures/rows.ts';
import type { Fault } from './fault.ts';
import { type ServedProcess, serveProcess } from './served-process.ts';
import { placePages } from './stand-in-pages.ts';

const DESCRIPTORS = 160;
/**
 * The number of rounds. Each round uses up and releases all descriptors. In each round, the hub has loaded more code
 * than in the round before.
 */
const ROUNDS = { short: 1, long: 20 };
const PATIENCE_MS = 15_000;
const NEW_TREE_MS = 20_000;
const PUBLISHER = 'publisher-token';
/** The text that a document of the newer tree has. */
const MARK = '# The newer tree.';

interface Question {
  line: string;
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Makes requests. Each is the first to need something that the hub must open: a module, a key, a compiled program, a
 * file, or a database.
 */
function questions(round: number): Question[] {
  const { bert } = models;
  const json = { 'Content-Type': 'application/json' };
  const person = { Authorization: `Bearer ${tokenFor(`did:example:${round}`)}`, ...json };
  const publisher = { Authorization: `Bearer ${PUBLISHER}` };
  const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const tool = { name: 'get_model', arguments: { model: bert.id } };
  return [
    { line: 'GET /api/account/me', status: 200, headers: person },
    {
      line: 'PATCH /api/account/me',
      status: 200,
      headers: person,
      body: '{"wallet":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}',
    },
    { line: 'POST /api/v1/objects', status: 201, headers: publisher, body: `object ${round}` },
    { line: 'GET /api/v1/objects', status: 200, headers: publisher },
    { line: `GET /api/v1/objects/blake3:${'0'.repeat(64)}`, status: 404 },
    { line: 'POST /mcp', status: 200, headers: json, body: rpc('tools/list', {}) },
    { line: 'POST /mcp', status: 200, headers: json, body: rpc('tools/call', tool) },
    {
      line: `POST /api/models/${bert.id}/paths-info/main`,
      status: 200,
      headers: json,
      body: '{"paths":["onnx"],"expand":true}',
    },
    { line: `GET /${bert.id}/resolve/main/config.json`, status: 302 },
    { line: `GET /api/models/${bert.id}/tree/main?recursive=true`, status: 200 },
    { line: 'GET /api/models?search=tiny', status: 200 },
    { line: 'GET /api/hub/facets?search=tiny', status: 200 },
    { line: `GET /v2/${bert.id}/manifests/latest`, status: 200 },
    { line: `GET /models/${bert.id}/index.md`, status: 200 },
    { line: 'GET /docs/', status: 200, headers: { Accept: 'text/html' } },
    { line: 'GET /healthz', status: 200 },
  ];
}

const fault: Fault = {
  name: 'spent-descriptors',
  missing: posixMissing,
  promise:
    'A request that fails while no file can be opened works as soon as one can: no failure is remembered, and a tree that came meanwhile is served.',
  async run(scale) {
    const folder = mkdtempSync(join(tmpdir(), 'model-hub-spent-'));
    const { data, dist } = await buildFixture(folder);
    placePages(dist);
    const hub = await serveProcess(
      { data, dist },
      {
        descriptors: DESCRIPTORS,
        env: {
          NODE_OPTIONS: `--import=${join(import.meta.dirname, 'spend-descriptors.ts')}`,
          ...{ HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience },
          HUB_PUBLISHER_TOKEN: PUBLISHER,
        },
      },
    );
    const failures: string[] = [];
    let failedMeanwhile = 0;
    let asked = 0;
    try {
      for (let round = 0; round < ROUNDS[scale]; round++) {
        const all = questions(round);
        const meanwhile = await whileSpent(hub, all, () => newTree(dist, round));
        const afterwards: string[] = [];
        for (const one of all) afterwards.push(await ask(hub.port, one, new Agent()));
        for (const [at, { line, status }] of all.entries()) {
          asked++;
          if (meanwhile[at] !== String(status)) failedMeanwhile++;
          if (meanwhile[at] === 'no answer') failures.push(`${line} hung while all was spent`);
          if (afterwards[at] !== String(status)) failures.push(`${line} answered ${afterwards[at]} afterwards`);
        }
        if (!(await comes(hub, `${MARK} ${round}`))) failures.push('the newer tree was never served');
      }
      if (hub.end() !== undefined) failures.push(`the hub ended with ${hub.end()}`);
      return {
        held: failures.length === 0,
        figures:
          failures.length === 0
            ? `${asked} questions while nothing could be opened, ${failedMeanwhile} of them failed then, none ` +
              `afterwards; ${counted(ROUNDS[scale], 'newer tree')} served`
            : failures.slice(0, 5).join('; '),
      };
    } finally {
      await hub.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default fault;

/**
 * Uses up all descriptors, makes a newer tree current, sends requests on connections that were open before, and
 * releases the descriptors. Resolves to the statuses or errors.
 */
async function whileSpent(hub: ServedProcess, all: Question[], bring: () => void): Promise<string[]> {
  const agents = all.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  for (const agent of agents) await ask(hub.port, { line: 'GET /healthz', status: 200 }, agent);
  await told(hub, 'SIGUSR2', 'spent');
  bring();
  const answers: string[] = [];
  for (const [at, one] of all.entries()) answers.push(await ask(hub.port, one, agents[at]!));
  // Waits long enough for the hub to look for a newer tree.
  await wait(1500);
  await told(hub, 'SIGWINCH', 'let go');
  for (const agent of agents) agent.destroy();
  return answers;
}

async function told(hub: ServedProcess, signal: NodeJS.Signals, answer: string): Promise<void> {
  const before = hub.notices().split(answer).length;
  hub.kill(signal);
  while (hub.notices().split(answer).length === before) {
    if (hub.end() !== undefined) throw new Error(`the hub ended with ${hub.end()}`);
    await wait(20);
  }
}

/** Resolves to the status of the answer, or to the error's message. */
function ask(port: number, { line, headers, body }: Question, agent: Agent): Promise<string> {
  const [method = '', path = ''] = line.split(' ');
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers: { ...headers } }, (answer) => {
      answer.resume().on('end', () => resolve(String(answer.statusCode)));
      answer.on('error', (error) => resolve(error.message));
    });
    sent.setTimeout(PATIENCE_MS, () => {
      resolve('no answer');
      sent.destroy();
    });
    sent.on('error', (error) => resolve(error.message)).end(body);
  });
}

/** Resolves to true if the hub serves the tree with this mark within NEW_TREE_MS. */
async function comes(hub: ServedProcess, mark: string): Promise<boolean> {
  for (const end = performance.now() + NEW_TREE_MS; performance.now() < end; await wait(100)) {
    const answer = await fetch(`http://127.0.0.1:${hub.port}/robots.txt`).catch(() => undefined);
    if ((await answer?.text())?.includes(mark)) return true;
  }
  return false;
}

/** Makes a new tree with another mark, and makes it the current tree. */
function newTree(dist: string, round: number): void {
  const change = (entries: Map<string, Uint8Array>) => {
    for (const form of ['', '.br', '.gz']) entries.delete(`robots.txt${form}`);
    entries.set('robots.txt', Buffer.from(`User-agent: *\n${MARK} ${round}\n`));
  };
  editTree(dist, 'documents', change, { id: `spent-${round}` });
}

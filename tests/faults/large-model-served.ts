// Runs the long form: serves a hub with a model of very many files, while callers send every kind of request about it,
// and times the short answers to another caller.

import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import { endChild, nextMessage, startChild } from '../bench/child.ts';
import { placeBuiltWebsite } from '../fixtures/built-website.ts';
import { baseUrl, importRows, service } from '../fixtures/hub.ts';
import type { Outcome } from './fault.ts';
import { requestsOf, rowsOfFiles, SMALL } from './many-files.ts';

const MOST_MS = 50;
const CONNECTIONS = 20;
/** The milliseconds of an attack with one kind of request, and of the attack with all kinds together. */
const ALONE_MS = 4000;
const TOGETHER_MS = 20_000;

/** The requests of the other caller during the attack. */
const SHORT = ['/healthz', `/${SMALL}/resolve/main/config.json`, `/api/models/${SMALL}`];

/** Serves a model with `files` files, and attacks it with each kind of request and then with all kinds together. */
export async function underAttack(files: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-large-'));
  let hub: ChildProcess | undefined;
  try {
    await buildHub(folder, files);
    hub = startChild('hub-server.ts', [folder]);
    const url = await nextMessage<string>(hub);
    const quiet = p99(await askShort(url, ALONE_MS));
    const waits: { name: string; ms: number }[] = [];
    for (const name of [...Object.keys(requestsOf(files)), 'everything'])
      waits.push({ name, ms: p99(await whileAsked(url, files, name)) });
    const worst = waits.reduce((most, one) => (one.ms > most.ms ? one : most));
    const told = waits.map(({ name, ms }) => `${name} ${ms.toFixed(1)}`);
    return {
      held: worst.ms < MOST_MS,
      figures:
        `${files} files, ${CONNECTIONS} connections; p99 of another caller in ms: alone ${quiet.toFixed(1)}, ` +
        `at worst ${worst.ms.toFixed(1)} (${worst.name}); ${told.join(', ')}`,
    };
  } finally {
    if (hub) await endChild(hub);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildHub(folder: string, files: number): Promise<void> {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  const catalog = await importRows(join(folder, 'data'), '2026-11-18', rowsOfFiles(files));
  await placeBuiltWebsite(dist);
  await buildTree({ dist, stores: [join(folder, 'data/objects')], catalog, baseUrl, ...sourceFacts(service) });
}

/** Returns the milliseconds of each short answer while other callers send the request `name`. */
async function whileAsked(url: string, files: number, name: string): Promise<number[]> {
  const attack = fork(join(import.meta.dirname, 'large-model-attack.ts'), [
    url,
    String(files),
    name,
    String(CONNECTIONS),
  ]);
  try {
    // Waits for the attack's first answers, which are slow for any model because the hub loads code for them.
    await nextMessage(attack);
    return await askShort(url, name === 'everything' ? TOGETHER_MS : ALONE_MS);
  } finally {
    await endChild(attack);
  }
}

async function askShort(url: string, forMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    const begun = performance.now();
    await answerTo(url + SHORT[times.length % SHORT.length], agent);
    times.push(performance.now() - begun);
    await pause(2);
  }
  agent.destroy();
  return times;
}

function answerTo(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => response.resume().on('end', resolve).on('error', reject))
      .on('error', reject)
      .end();
  });
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;
}

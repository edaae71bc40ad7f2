// Sends a million generated requests, most of them wrong in some way, on a few kept connections. There must be no
// internal error, no request without an answer, and no growth of memory.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { count } from '../../src/model/figures.ts';
import { placeBuiltWebsite } from '../fixtures/built-website.ts';
import { buildFixture, openInMemory, type Places } from '../fixtures/hub.ts';
import { audience, issuer, publicPem } from '../fixtures/identity.ts';
import { posixMissing } from '../fixtures/needs.ts';
import { models } from '../fixtures/rows.ts';
import type { Fault, Outcome, Scale } from './fault.ts';
import { generatedAsks, PUBLISHER_TOKEN } from './generated-asks.ts';
import { Memory } from './memory-growth.ts';
import { type ServedProcess, serveProcess } from './served-process.ts';
import { placePages } from './stand-in-pages.ts';
import { Wire, type WireAnswer, type WireAsk } from './wire.ts';

const REQUESTS = { short: 4000, long: 1_000_000 };
const CONNECTIONS = 16;
/**
 * The share of the requests after which caches are full and code is compiled, so that the memory should no longer grow.
 */
const WARM = 0.3;

const fault: Fault = {
  name: 'generated-requests',
  missing: posixMissing,
  promise:
    'A million generated requests (HTTP, registry, MCP, objects, accounts) are answered without a fault ' +
    'of ours, without one that never ends, and without growth.',
  async run(scale) {
    const folder = mkdtempSync(join(tmpdir(), 'model-hub-generated-'));
    try {
      const places = await buildFixture(folder);
      if (scale === 'long') await withWebsite(places.dist);
      else placePages(places.dist);
      return await flood(places, scale);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default fault;

/** Replaces the simple website of tests by the real one. */
async function withWebsite(dist: string): Promise<void> {
  rmSync(join(dist, 'site'), { recursive: true });
  await placeBuiltWebsite(dist);
}

/** Returns the seed in FAULT_SEED, or a new one. The same seed repeats a failure. */
const seedOfRun = () => Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e9));

async function flood(places: Places, scale: Scale): Promise<Outcome> {
  const seed = seedOfRun();
  const hub = await serveProcess(places, {
    env: {
      ...{ HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience },
      HUB_PUBLISHER_TOKEN: PUBLISHER_TOKEN,
    },
  });
  const total = REQUESTS[scale];
  const asks = generatedAsks(seed, total, [openInMemory(places.dist).catalog]);
  const memory = new Memory(hub.resident);
  const seen = new Seen();
  const worker = async () => {
    const wire = new Wire(hub.port);
    for (const ask of asks) {
      seen.note(ask, await wire.ask(ask));
      if (seen.answers === Math.floor(total * WARM)) memory.begin();
    }
    wire.close();
  };
  const begun = performance.now();
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return verdict(hub, seed, seen, memory, (performance.now() - begun) / 1000, scale);
  } finally {
    memory.end();
    await hub.stop();
  }
}

function verdict(hub: ServedProcess, seed: number, seen: Seen, memory: Memory, seconds: number, scale: Scale): Outcome {
  const faults = hub.notices().match(/^fault at .*/gm) ?? [];
  const problems = [
    ...(hub.end() === undefined ? [] : [`the hub ended with ${hub.end()}`]),
    ...seen.failures,
    ...faults,
    ...(scale === 'long' ? memory.problems() : []),
  ];
  const kinds = [...seen.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${count(times)}`);
  const figures =
    `${count(seen.answers)} requests, seed ${seed}, ${Math.round(seen.answers / seconds)} a second; ` +
    `statuses ${kinds.join(', ')}; ${memory.figures()}`;
  if (problems.length === 0) return { held: true, figures };
  return {
    held: false,
    figures: `${problems.length} problems, such as ${problems.slice(0, 3).join('; ')} (${figures})`,
  };
}

/**
 * True if a request for the proof of `models.moved` got 503. The fixture's log still has earlier files of that model,
 * so 503 is the right answer until the next log.
 */
const isBehind = ({ target }: WireAsk, status: number) =>
  status === 503 && target.includes(`/models/${models.moved.id}/proof.json`);

/** Counts the answers and collects the failures. */
class Seen {
  answers = 0;
  readonly statuses = new Map<number, number>();
  readonly failures: string[] = [];

  note(ask: WireAsk, answer: WireAnswer): void {
    this.answers++;
    if ('failure' in answer) this.#fail(ask, answer.failure);
    else {
      const { status } = answer;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status >= 500 && !isBehind(ask, status)) this.#fail(ask, `status ${status}`);
    }
  }

  #fail({ method, target, headers, body }: WireAsk, why: string): void {
    const text = JSON.stringify([method, target.slice(0, 200), headers, String(body).slice(0, 300)]);
    this.failures.push(`${why} to ${text}`);
  }
}

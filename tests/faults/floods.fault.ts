// Sends many generated requests on a few kept connections, most of them wrong in some way. There must be no internal
// error, no request without an answer, and no growth of memory once caches are full.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { count } from '../../src/model/figures.ts';
import { placeBuiltWebsite } from '../fixtures/built-website.ts';
import { buildFixture, openInMemory } from '../fixtures/hub.ts';
import { audience, issuer, publicPem } from '../fixtures/identity.ts';
import { posixMissing } from '../fixtures/needs.ts';
import { models } from '../fixtures/rows.ts';
import type { Fault } from './fault.ts';
import { generatedAsks, PUBLISHER_TOKEN } from './generated-asks.ts';
import { Memory } from './memory-growth.ts';
import { serveProcess } from './served-process.ts';
import { placePages } from './stand-in-pages.ts';
import { Wire, type WireAsk } from './wire.ts';

const CONNECTIONS = 16;

/** The share of the requests after which caches are full and code is compiled, so that memory should no longer grow. */
const WARM = 0.3;

/**
 * True if a request for the proof of `models.moved` got 503. The fixture's log still has earlier files of that model,
 * so 503 is the right answer until the next log.
 */
const isBehind = ({ target }: WireAsk, status: number) =>
  status === 503 && target.includes(`/models/${models.moved.id}/proof.json`);

const flood: Fault = {
  name: 'generated-requests',
  promise:
    'A million generated requests (HTTP, registry, MCP, objects, accounts) are answered without a fault of ours, ' +
    'without one that never ends, and without growth.',
  missing: posixMissing,
  async run(scale) {
    // The same seed repeats a failure.
    const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e9));
    const folder = mkdtempSync(join(tmpdir(), 'model-hub-flood-'));
    try {
      const total = { short: 4000, long: 1_000_000 }[scale];
      const places = await buildFixture(folder);
      const asks = generatedAsks(seed, total, [openInMemory(places.dist).catalog]);
      rmSync(join(places.dist, 'site'), { recursive: true, force: true });
      if (scale === 'long') await placeBuiltWebsite(places.dist);
      else placePages(places.dist);
      const identity = { HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience };
      const hub = await serveProcess(places, { env: { ...identity, HUB_PUBLISHER_TOKEN: PUBLISHER_TOKEN } });
      const memory = new Memory(hub.resident);
      const statuses = new Map<number, number>();
      const problems: string[] = [];
      let answers = 0;
      const begun = performance.now();
      const seconds = () => (performance.now() - begun) / 1000;
      const worker = async () => {
        const wire = new Wire(hub.port);
        for (const ask of asks) {
          const answer = await wire.ask(ask);
          answers++;
          const status = 'failure' in answer ? 0 : answer.status;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if ('failure' in answer || (status >= 500 && !isBehind(ask, status)))
            problems.push(`${JSON.stringify(answer)} to ${JSON.stringify(ask).slice(0, 500)}`);
          if (answers > WARM * total) memory.begin();
          if (hub.end() !== undefined) break;
        }
        wire.close();
      };
      try {
        await Promise.all(Array.from({ length: CONNECTIONS }, worker));
        problems.push(...(hub.notices().match(/^fault at .*/gm) ?? []), ...(scale === 'long' ? memory.problems() : []));
        if (hub.end() !== undefined) problems.push(`the hub ended with ${hub.end()}`);
      } finally {
        memory.end();
        await hub.stop();
      }
      const kinds = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${count(times)}`);
      const wrong =
        problems.length === 0 ? '' : `; ${problems.length} problems, such as ${problems.slice(0, 3).join('; ')}`;
      return {
        held: problems.length === 0,
        figures:
          `${count(answers)} requests, seed ${seed}, ${Math.round(answers / seconds())} a second; ` +
          `statuses ${kinds.join(', ')}; ${memory.figures()}${wrong}`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default flood;

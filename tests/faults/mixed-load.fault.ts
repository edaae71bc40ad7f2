// Sends typical requests for ten minutes on a few kept connections. The hub may fill its caches first; its memory must
// then stay constant.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { buildSite } from '../../generator/site/build-site.ts';
import { count } from '../../src/model/figures.ts';
import { builtHub } from '../bench/synthetic-hub.ts';
import { modelIds } from '../bench/tree-models.ts';
import { audience, issuer, publicPem } from '../fixtures/identity.ts';
import { posixMissing } from '../fixtures/needs.ts';
import type { Fault, Outcome } from './fault.ts';
import { PUBLISHER_TOKEN } from './generated-asks.ts';
import { Memory } from './memory-growth.ts';
import { MixedAsks } from './mixed-asks.ts';
import { type ServedProcess, serveProcess } from './served-process.ts';
import { placePages } from './stand-in-pages.ts';
import { Wire } from './wire.ts';

const SIZES = {
  short: { models: 60, seconds: 3, warm: 1 },
  long: { models: 3000, seconds: 600, warm: 180 },
};
const CONNECTIONS = 16;

const fault: Fault = {
  name: 'mixed-load',
  missing: posixMissing,
  promise: 'Under ten minutes of mixed load every answer is right, and after the third minute memory is flat.',
  async run(scale) {
    const { models, seconds, warm } = SIZES[scale];
    const folder = mkdtempSync(join(tmpdir(), 'model-hub-mixed-'));
    try {
      const places = await builtHub({ folder, quick: false, say: () => {} }, models);
      const dist = join(places, 'dist');
      if (scale === 'long') await buildSite(dist);
      else placePages(dist);
      const hub = await serveProcess(
        { data: join(places, 'data'), dist },
        {
          env: {
            ...{ HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience },
            HUB_PUBLISHER_TOKEN: PUBLISHER_TOKEN,
          },
        },
      );
      try {
        return await load(hub, modelIds(places, models), seconds, warm);
      } finally {
        await hub.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default fault;

async function load(hub: ServedProcess, ids: string[], seconds: number, warm: number): Promise<Outcome> {
  const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e9));
  const asks = new MixedAsks(ids, seed);
  const memory = new Memory(hub.resident);
  const warmed = setTimeout(() => memory.begin(), warm * 1000);
  const end = performance.now() + seconds * 1000;
  const wrong: string[] = [];
  let answers = 0;
  const worker = async () => {
    const wire = new Wire(hub.port);
    while (performance.now() < end && hub.end() === undefined) {
      const ask = asks.next();
      const answer = await wire.ask(ask);
      answers++;
      if ('failure' in answer || answer.status >= 500)
        wrong.push(`${ask.method} ${ask.target}: ${'failure' in answer ? answer.failure : answer.status}`);
    }
    wire.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  clearTimeout(warmed);
  memory.end();
  const problems = [
    ...(hub.end() === undefined ? [] : [`the hub ended with ${hub.end()}`]),
    ...wrong,
    ...(warm >= 60 ? memory.problems() : []),
  ];
  const figures = `${count(answers)} requests in ${seconds} s, seed ${seed}; ${memory.figures()}`;
  if (problems.length === 0) return { held: true, figures };
  return {
    held: false,
    figures: `${problems.length} problems, such as ${problems.slice(0, 3).join('; ')} (${figures})`,
  };
}

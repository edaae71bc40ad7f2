// Pipelines 305 KB of requests on each of ten connections, again and again. The hub must answer the connections in
// turn, and must answer other callers meanwhile.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { compileCache } from '../fixtures/compile-cache.ts';
import { models } from '../fixtures/rows.ts';
import { figuresOf, keepAsking, worstOf } from './callers.ts';
import type { Fault } from './fault.ts';
import type { PipelineOrders, PipelineSeen } from './pipeliner.ts';
import { builtPlaces, serveProcess } from './served-process.ts';

const SECONDS = { short: 2, long: 60 };
const COUNT = 600;
const LATEST_MS = 100;
/**
 * The minimum share of answers after which the next answer must go to another connection. The share is near 0 if each
 * connection gets all its answers at once.
 */
const IN_TURN = 0.5;

/**
 * The target for each connection. The targets differ, so that the access log shows the order of connections. Some
 * targets cost the hub much work.
 */
const TARGETS = [
  '/api/models?search=bert&author=acme&sort=downloads',
  '/api/hub/facets?search=bert',
  `/api/models/${models.bert.id}`,
  `/api/models/${models.bert.id}/refs`,
  `/api/models/${models.bert.id}/tree/main?recursive=true`,
  `/api/models/${models.bert.id}/revision/main`,
  '/archive.json',
  '/pins.json',
  '/sitemap.xml',
  '/robots.txt',
];

const fault: Fault = {
  name: 'pipelining',
  promise:
    'While ten connections send 305 KB of requests ahead, again and again, they take turns, and everybody else is answered, 99 of 100 within 100 ms.',
  async run(scale) {
    const places = await builtPlaces();
    const file = join(places.folder, 'access.log');
    const log = openSync(file, 'a');
    const hub = await serveProcess(places, { log });
    const env = { ...process.env, ...compileCache };
    const client = fork(join(import.meta.dirname, 'pipeliner.ts'), [], {
      ...{ env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    });
    try {
      const callers = keepAsking(hub.port);
      client.send({ port: hub.port, targets: TARGETS, count: COUNT } satisfies PipelineOrders);
      await wait(SECONDS[scale] * 1000);
      client.send('how many');
      const [seen] = (await once(client, 'message')) as [PipelineSeen];
      client.kill('SIGKILL');
      const asked = await callers.stop();
      hub.kill('SIGTERM');
      await hub.ended;
      const turns = sharesTurns(readFileSync(file, 'utf8'));
      const inTime = scale === 'short' || worstOf(asked) < LATEST_MS;
      return {
        held: asked.failures.length === 0 && seen.faults.length === 0 && seen.answers > 0 && turns > IN_TURN && inTime,
        figures:
          `${figuresOf(asked)}; meanwhile ${seen.answers} requests sent ahead were answered in ${SECONDS[scale]} ` +
          `s, ${(turns * 100).toFixed(0)} of 100 followed by one of another connection` +
          `${seen.faults.length === 0 ? '' : `; ${seen.faults.length} wrong, such as ${seen.faults[0]}`}`,
      };
    } finally {
      client.kill('SIGKILL');
      await hub.stop();
      closeSync(log);
      places.remove();
    }
  },
};

export default fault;

/**
 * Returns the share of pipelined requests after which the hub answered another connection, read from the access log.
 */
function sharesTurns(text: string): number {
  const paths = new Set(TARGETS.map((target) => target.split('?')[0]));
  const order = text
    .split('\n')
    .map((line) => /"path":"([^"]*)"/.exec(line)?.[1])
    .filter((path) => path !== undefined && paths.has(path));
  const changes = order.filter((path, at) => at > 0 && path !== order[at - 1]).length;
  return changes / order.length;
}

// Stops one of two hubs behind nginx and Caddy with SIGSTOP. The stopped hub still accepts connections, but does not
// answer.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { READ_SECONDS, Reads } from '../edge/reads.ts';
import { caddy, type Kind, nginx, startFront } from '../fixtures/front.ts';
import { verdict } from './database-hub.ts';
import type { Fault } from './fault.ts';
import { builtPlaces, serveProcess } from './served-process.ts';

/** The seconds for which the hub is stopped. */
const STOPPED = { short: 14, long: 60 };
/** The maximum number of seconds that a read may take, even if it began before the web server noticed the stop. */
const MOST = READ_SECONDS + 0.5;
/** After the web server has noticed the stop, at most one read may wait in this number of seconds. */
const EVERY = 10;

type Places = Awaited<ReturnType<typeof builtPlaces>>;

/**
 * The reads through one web server: all reads, the reads that waited for the stopped hub, and how many of the waiting
 * reads began late.
 */
interface Seen {
  answers: number;
  lost: readonly string[];
  slowest: number;
  waited: number;
  late: number;
}

async function stopOne(kind: Kind, places: Places, seconds: number): Promise<Seen> {
  const hubs = await Promise.all(
    [0, 1].map((at) =>
      serveProcess({ ...places, data: join(places.folder, `${kind.name}-${at}`) }, { env: { HUB_EDGE: 'off' } }),
    ),
  );
  const front = await startFront(kind, { hubPorts: hubs.map(({ port }) => port) }).catch(async (error) => {
    await Promise.all(hubs.map((hub) => hub.stop()));
    throw error;
  });
  const reads = new Reads(front.url);
  try {
    await reads.answered(200);
    const begun = performance.now();
    hubs[0]!.kill('SIGSTOP');
    await sleep(seconds * 1000);
    hubs[0]!.kill('SIGCONT');
    await reads.answered(200);
    await reads.end();
    const waits = reads.answers.filter(({ ms }) => ms >= READ_SECONDS * 1000);
    return {
      ...{ answers: reads.answers.length, lost: reads.lost, waited: waits.length },
      slowest: reads.answers.reduce((most, { ms }) => Math.max(most, ms), 0),
      late: waits.filter(({ at }) => at > begun + MOST * 1000).length,
    };
  } finally {
    await reads.end();
    await front.stop();
    await Promise.all(hubs.map((hub) => hub.stop()));
  }
}

export default {
  name: 'stopped-instance',
  missing: nginx.missing ?? caddy.missing,
  promise:
    'An instance that is stopped, not ended, one of two behind nginx or Caddy, makes open reads wait 3.5 seconds at most, and afterwards one in ten seconds.',
  async run(scale) {
    const places = await builtPlaces();
    try {
      const conditions: Record<string, boolean> = {};
      const figures: string[] = [];
      for (const kind of [nginx, caddy]) {
        const { name } = kind;
        const seconds = STOPPED[scale];
        const { answers, lost, slowest, waited, late } = await stopOne(kind, places, seconds);
        conditions[`${name}: every answer is right (${lost.slice(0, 3)})`] = lost.length === 0;
        conditions[`${name}: at most one late read in ${EVERY} s`] = late <= Math.ceil(seconds / EVERY);
        if (scale === 'long') conditions[`${name}: the slowest within ${MOST} s`] = slowest <= MOST * 1000;
        figures.push(
          `${name}: stopped for ${seconds} s, ${answers} reads, ${waited} waited, ${late} of them later on, the slowest ${Math.ceil(slowest)} ms`,
        );
      }
      return verdict(conditions, figures.join('; '));
    } finally {
      places.remove();
    }
  },
} satisfies Fault;

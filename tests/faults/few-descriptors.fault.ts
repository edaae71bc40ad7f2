// Opens more silent connections to a hub than the number of files that the hub may open. All other callers must get
// answers, and the hub must recover afterwards.
import { setTimeout as wait } from 'node:timers/promises';
import { figuresOf, keepAsking } from './callers.ts';
import { sendCrowd } from './crowds.ts';
import type { Fault } from './fault.ts';
import { builtPlaces, serveProcess } from './served-process.ts';

const DESCRIPTORS = 1024;
const SILENT = 1100;
/**
 * The seconds that the test keeps the connections open. In the long form, the server closes them all within that time.
 */
const SECONDS = { short: 3, long: 30 };

const fault: Fault = {
  name: 'few-descriptors',
  promise:
    'A hub that may open 1,024 files answers everybody else while 1,100 silent connections stay, and is rid of them.',
  async run(scale) {
    const places = await builtPlaces();
    const hub = await serveProcess(places, { descriptors: DESCRIPTORS });
    const before = hub.openDescriptors();
    const crowd = sendCrowd({ port: hub.port, silent: SILENT, readers: 0, path: '', againMs: undefined });
    try {
      while ((await crowd.seen()).open + (await crowd.seen()).ended < SILENT) await wait(50);
      const callers = keepAsking(hub.port);
      await wait(SECONDS[scale] * 1000);
      const asked = await callers.stop();
      // In the long form, the clients keep their ends open and the server must close the connections. The short form
      // ends the clients.
      if (scale === 'short') await crowd.end();
      const after = await fewest(hub.openDescriptors, before);
      const isRid = before === undefined || after! <= before + 10;
      return {
        held: asked.failures.length === 0 && isRid,
        figures: `${figuresOf(asked)}; ${before} descriptors before, ${after} after`,
      };
    } finally {
      await crowd.end();
      await hub.stop();
      places.remove();
    }
  },
};

export default fault;

/** Waits at most five seconds until the number of descriptors is near `goal`. Resolves to the number. */
async function fewest(count: () => number | undefined, goal: number | undefined): Promise<number | undefined> {
  for (let tries = 0; tries < 100; tries++) {
    const now = count();
    if (now === undefined || goal === undefined || now <= goal + 10) return now;
    await wait(50);
  }
  return count();
}

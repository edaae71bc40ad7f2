// Fills the disk of the access log. The hub must answer all callers, print one notice, and count the lost lines once
// there is room.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { figuresOf, keepAsking } from './callers.ts';
import type { Fault, Outcome } from './fault.ts';
import { builtPlaces, serveProcess } from './served-process.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';

const SECONDS = { short: 2, long: 600 };
/** The number of free bytes: enough for the first lines and a part of the next one. */
const FREE_BYTES = 8 * 1024;

const fault: Fault = {
  name: 'log-disk-full',
  promise:
    'While the disk of the log is full, everybody is answered; the hub says so once, and once more with the number of lines lost when there is room again.',
  async run(scale) {
    const reason = noSmallDisk();
    return reason === undefined ? onSmallDisk(SECONDS[scale]) : onFullDevice(SECONDS[scale], reason);
  },
};

export default fault;

async function onSmallDisk(seconds: number): Promise<Outcome> {
  const disk = smallDisk(16);
  const file = join(disk.folder, 'access.log');
  const log = openSync(file, 'a');
  const places = await builtPlaces();
  const hub = await serveProcess(places, { log });
  try {
    disk.leave(FREE_BYTES);
    const callers = keepAsking(hub.port);
    await wait(seconds * 1000);
    const told = hub.notices();
    disk.leave(Number.POSITIVE_INFINITY);
    // The hub treats the fault as over once the log has taken lines for a second.
    await wait(2500);
    const asked = await callers.stop();
    hub.kill('SIGTERM');
    const ended = await hub.ended;
    const sentences = hub.notices().split('\n').filter(Boolean);
    const lost = Number(/again: (\d+) were lost/.exec(sentences.at(-1) ?? '')?.[1]);
    const lines = requestsIn(readFileSync(file, 'utf8'));
    const isWhole = lines !== undefined && lines + lost === asked.answers + hub.asked;
    return {
      held:
        asked.failures.length === 0 &&
        ended === '0' &&
        /can't be written \(ENOSPC\)/.test(told) &&
        sentences.length === 2 &&
        isWhole,
      figures:
        `${figuresOf(asked)}; full for ${seconds} s, ${lines ?? 'torn'} lines logged, ${lost} lost and ` +
        `counted, told in ${sentences.length} sentences; exited with ${ended}`,
    };
  } finally {
    await hub.stop();
    closeSync(log);
    disk.unmount();
    places.remove();
  }
}

/** Returns the number of requests in the log; undefined if a line is incomplete. */
function requestsIn(text: string): number | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  try {
    return lines.filter((line) => 'status' in JSON.parse(line)).length;
  } catch {
    return undefined;
  }
}

/**
 * Uses a device that is always full, for machines where no disk can be mounted. This shows only the first half of the
 * promise.
 */
async function onFullDevice(seconds: number, reason: string): Promise<Outcome> {
  const log = openSync('/dev/full', 'a');
  const places = await builtPlaces();
  const hub = await serveProcess(places, { log });
  try {
    const callers = keepAsking(hub.port);
    await wait(seconds * 1000);
    const asked = await callers.stop();
    const sentences = hub.notices().split('\n').filter(Boolean);
    return {
      held: asked.failures.length === 0 && sentences.length === 1 && /can't be written \(ENOSPC\)/.test(sentences[0]!),
      figures: `${figuresOf(asked)}; on a device that is always full, since ${reason}`,
    };
  } finally {
    await hub.stop();
    closeSync(log);
    places.remove();
  }
}

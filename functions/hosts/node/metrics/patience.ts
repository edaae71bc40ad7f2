// Limits the time that a scrape waits. The scrape shows what is known when the time is over.
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 1000;

/** Returns the answer if it arrives within a second; undefined if it is late or fails. */
export async function withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer.catch(() => undefined), sleep(PATIENCE_MS, undefined, { ref: false })]);
}

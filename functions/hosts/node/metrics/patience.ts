// A limit to the time that a scrape waits: it shows what is known by then.
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 1000;

/** Gives the answer if it comes within a second; undefined when it is late or fails. */
export async function withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer.catch(() => undefined), sleep(PATIENCE_MS, undefined, { ref: false })]);
}

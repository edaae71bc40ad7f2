// Puts a probe at the place of each mutant in the code. A run of all tests then shows which test files reach each
// place, in their own process and in every command and thread that they start.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asksForFixture } from '../fixtures/global-setup.ts';
import type { Mutation } from './mutations.ts';

/** The environment variable with the path of the file where a process notes the places that it reaches. */
export const NOTED = 'MUTANTS_NOTED';
/** The name of the file with the notes from before the first test file, when the fixture is made. */
export const FIXTURE = 'fixture';

/** Returns the path of the file with the notes of a test file. */
export const noteOf = (folder: string, test: string) => join(folder, encodeURIComponent(test));

/**
 * Returns the places that the test file at `path` reached. If the file uses the fixture, adds the places that the
 * making of the fixture reached.
 */
export function placesReached(folder: string, test: string, path: string): Set<number> {
  const notes = [noteOf(folder, test), ...(asksForFixture([path]) ? [join(folder, FIXTURE)] : [])];
  const lines = notes.filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return new Set(lines.filter((line) => line !== '').map(Number));
}

/**
 * Changes a module so that the code at each of `places` notes the number of the place when it first runs in a process.
 */
export function probed(source: string, places: readonly { id: number; mutation: Mutation }[]): string {
  // The probe of a place that surrounds another opens before the inner one and closes after it.
  const ends = places.flatMap(({ id, mutation: { kind, whole } }) => {
    const [start, end] = whole;
    const [open, close] = kind === 'statement' ? [`{ ${probe(id)}; `, ' }'] : [`(${probe(id)}, `, ')'];
    return [
      { at: start, order: start - end, text: open },
      { at: end, order: start - end - source.length, text: close, isClose: true },
    ];
  });
  ends.sort((a, b) => a.at - b.at || (a.isClose && b.isClose ? b.order - a.order : a.order - b.order));
  let [text, last] = ['', 0];
  for (const one of ends) {
    text += source.slice(last, one.at) + one.text;
    last = one.at;
  }
  return text + source.slice(last);
}

/**
 * Makes an expression that notes a place. The expression does nothing in a browser, in a Worker, or if the environment
 * variable `NOTED` is not set.
 */
const probe = (id: number) =>
  `globalThis.place${id} ??= globalThis.process?.env?.${NOTED} && (process.getBuiltinModule('fs').appendFileSync(process.env.${NOTED}, '${id}\\n') ?? true)`;

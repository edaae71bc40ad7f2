// Marks the places of mutants in the code, so that one run of the tests says which test files reach each of them: in their own
// process, and in every command and thread that they start.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asksForFixture } from '../fixtures/global-setup.ts';
import type { Mutation } from './mutations.ts';

/** The variable that names the file where a process notes the places it reached. */
export const NOTED = 'MUTANTS_NOTED';
/** The file's name before a test file runs: then the fixture is made. */
export const FIXTURE = 'fixture';

/** The file in which the processes of a test file note the places they reached. */
export const noteOf = (folder: string, test: string) => join(folder, encodeURIComponent(test));

/** Places of the test file at `path`, those of the fixture among them if it asks for that. */
export function placesReached(folder: string, test: string, path: string): Set<number> {
  const notes = [noteOf(folder, test), ...(asksForFixture([path]) ? [join(folder, FIXTURE)] : [])];
  const lines = notes.filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return new Set(lines.filter((line) => line !== '').map(Number));
}

/** The text of a module whose code at each of `places` notes its number when it runs for the first time in a process. */
export function probed(source: string, places: readonly { id: number; mutation: Mutation }[]): string {
  // A place around another one begins before it and ends after it.
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

/** An expression that is silent in a browser, a Worker, and a process whose environment lacks the variable. */
const probe = (id: number) =>
  `globalThis.place${id} ??= globalThis.process?.env?.${NOTED} && (process.getBuiltinModule('fs').appendFileSync(process.env.${NOTED}, '${id}\\n') ?? true)`;

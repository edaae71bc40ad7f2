// Keeps the results of a run of mutants as lines of JSON, so that a stopped run can continue.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

type Line =
  /** The first line. It identifies the code and the options that the results are about. */
  | { of: string }
  /** A test file that has run: the seconds that it took, and the numbers of the mutants whose places it reached. */
  | { test: string; seconds: number; reaches: readonly number[] }
  /** A mutant that was tried. Its fate is `open` until it has met all test files that reach it. */
  | { mutant: string; fate: string; by?: string; tests: number };

type TestLine = Extract<Line, { test: string }>;
export type MutantLine = Extract<Line, { mutant: string }>;

export class ResultsFile {
  readonly tests = new Map<string, TestLine>();
  readonly mutants = new Map<string, MutantLine>();
  readonly #path: string;

  /** Reads the file at `path`, or begins it. Throws if the file has results about something other than `of`. */
  constructor(path: string, of: string) {
    this.#path = path;
    if (!existsSync(path)) this.#write({ of });
    for (const text of readFileSync(path, 'utf8').trim().split('\n')) {
      const line = JSON.parse(text) as Line;
      if (!('of' in line)) this.#keep(line);
      else if (line.of !== of)
        throw new Error(`${path} is about other code or other options: name another file by --to, or remove this one.`);
    }
  }

  add(line: TestLine | MutantLine): void {
    this.#write(line);
    this.#keep(line);
  }

  #write(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }

  #keep(line: TestLine | MutantLine): void {
    if ('test' in line) this.tests.set(line.test, line);
    else this.mutants.set(line.mutant, line);
  }
}

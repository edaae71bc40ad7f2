// Shows the progress of long work on standard error: a bar on a terminal, plain lines elsewhere.

import process from 'node:process';
import { createLogUpdate } from 'log-update';
import { shownLine, shownLines } from '../../src/basics/shown-text.ts';
import { timeLeft } from '../../src/model/figures.ts';

export interface Task {
  /** Sets the total, if it was not known when the task began. */
  expect(total: number): void;
  /** Adds `by` finished units (1 by default). A call is cheap enough to be made for every unit. */
  advance(by?: number): void;
  /** Ends the task. Shows `note`, if given, in place of the count. */
  done(note?: string): void;
}

export interface Progress {
  /**
   * Begins a task of `total` units. Without a total, the task shows only the count. `inWords` formats a number of
   * units.
   */
  start(label: string, total?: number, inWords?: (count: number) => string): Task;
  /** Prints a sentence between two tasks. */
  note(sentence: string): void;
}

/** Progress that prints nothing, for tests and for `--json` in a pipe. */
export const silent: Progress = { start: () => ({ expect() {}, advance() {}, done() {} }), note() {} };

/** Makes progress that prints to `stream`: a bar if it is a terminal, or else lines for a log. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const draw = stream.isTTY ? bar(stream) : lines(stream);
  return {
    start: (label, total, inWords) => startTask(draw, label, total, inWords),
    note: (sentence) => void stream.write(shownLines([sentence])),
  };
}

interface Draw {
  /** The minimum number of milliseconds between two lines. */
  every: number;
  state(label: string, figures: string, share: number | undefined): void;
  end(label: string, note: string): void;
}

/** The number of milliseconds after which a task shows the remaining time. */
const TELLING_MS = 5000;

function startTask(draw: Draw, label: string, known: number | undefined, inWords = grouped): Task {
  const begun = performance.now();
  let total = known;
  let count = 0;
  let shown = begun;
  const show = (now: number) => {
    shown = now;
    const share = total ? Math.min(count / total, 1) : undefined;
    draw.state(label, share === undefined ? inWords(count) : figuresOf(share, now - begun), share);
  };
  const figuresOf = (share: number, elapsed: number) => {
    const left = elapsed >= TELLING_MS && share > 0 ? (elapsed / share - elapsed) / 1000 : undefined;
    const figures = `${inWords(count)} of ${inWords(Math.max(total!, count))}, ${Math.floor(share * 100)} %`;
    return left === undefined ? figures : `${figures}, ${timeLeft(left)} left`;
  };
  return {
    expect(all) {
      total = all;
    },
    advance(by = 1) {
      count += by;
      const now = performance.now();
      if (now - shown >= draw.every) show(now);
    },
    done(note) {
      const seconds = (performance.now() - begun) / 1000;
      draw.end(label, `${note ?? inWords(count)}, ${seconds.toFixed(1)} s`);
    },
  };
}

const WIDTH = 24;

function bar(stream: NodeJS.WriteStream): Draw {
  const update = createLogUpdate(stream);
  return {
    every: 100,
    state(label, figures, share) {
      const full = Math.round((share ?? 0) * WIDTH);
      const drawn = share === undefined ? '' : `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} `;
      update(`${label} ${drawn}${figures}`);
    },
    end(label, note) {
      update(shownLine(`${label}: ${note}`));
      update.done();
    },
  };
}

function lines(stream: NodeJS.WriteStream): Draw {
  return {
    every: 10_000,
    state: (label, figures) => void stream.write(`${label}: ${figures}\n`),
    end: (label, note) => void stream.write(shownLines([`${label}: ${note}`])),
  };
}

const numbers = new Intl.NumberFormat('en-GB');

/** Writes `1234567` as `1,234,567`. */
export function grouped(number: number): string {
  return numbers.format(number);
}

/**
 * Returns progress on standard error. If `isQuiet`, because a program reads the output, returns progress that prints
 * nothing.
 */
export const progressFor = (isQuiet: boolean | undefined): Progress => (isQuiet ? silent : createProgress());

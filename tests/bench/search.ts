// Measures search over a million rows: the hub's index against SQLite, with the same rows and questions. Both must give
// the same answers.
import { deepStrictEqual } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../src/basics/records.ts';
import type { SearchQuery } from '../../src/search/query.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { SearchIndexBuilder } from '../../src/search/writer/builder.ts';
import { type Bench, type Row, rowOf } from './row.ts';
import { errorQuestions, type QuestionClass, questionClasses } from './search-questions.ts';
import { searchRows } from './search-rows.ts';
import { SqliteSearch } from './search-sqlite.ts';

/** The class of questions for which SQLite has no index. */
const SHORT = 'one or two letters';
const ROUNDS = 7;
const MEGABYTE = 1e6;
const MOST_MEGABYTES = 400;
const MOST_MILLISECONDS = 5;
/** The maximum number of milliseconds for the answer to a misspelled question. */
const MOST_FORGIVING = 10;

/** The cost of building an index. `seconds` is the time of the builder alone. */
interface Built {
  rows: number;
  bytes: number;
  seconds: number;
}

/**
 * The times of one class of questions in milliseconds, ours and SQLite's: for each question a list with one time per
 * round.
 */
interface ClassTimes {
  name: string;
  ours: number[][];
  yardstick: number[][];
}

export const search: Bench = async ({ quick, folder, say }) => {
  const count = quick ? 50_000 : 1_000_000;
  const sqlite = new SqliteSearch();
  const file = join(folder, 'search-index');
  say(`${count.toLocaleString('en')} rows into the index and into SQLite`);
  const built = build(count, sqlite, file);
  const { index, buffer, milliseconds } = load(file);
  const classes = questionClasses(index);
  const none = (questions: QuestionClass): ClassTimes => ({
    name: questions.name,
    ours: questions.queries.map(() => []),
    yardstick: questions.queries.map(() => []),
  });
  const times = classes.map(none);
  const errors = errorQuestions(index);
  const errorTimes = none(errors);
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      say(round === 0 ? 'questions, to warm both up' : `questions, round ${round} of ${ROUNDS}`);
      // An index remembers the words that it has looked up, so each round uses an index that has answered nothing.
      const fresh = new SearchIndex(buffer);
      askAlone(fresh, errors, round === 0 ? none(errors) : errorTimes);
      for (const [at, questions] of classes.entries())
        askBoth(fresh, sqlite, questions, round === 0 ? none(questions) : times[at]!);
    }
  } finally {
    sqlite.close();
  }
  return [...verdict(times, built, milliseconds), errorRow(errorTimes, built)];
};

/** Adds the same rows to an index and to SQLite. Writes the index to `file`. */
function build(count: number, sqlite: SqliteSearch, file: string): Built {
  const builder = new SearchIndexBuilder();
  const encoder = new TextEncoder();
  let seconds = 0;
  const timed = <T>(work: () => T): T => {
    const start = performance.now();
    const result = work();
    seconds += (performance.now() - start) / 1000;
    return result;
  };
  for (const row of searchRows(count)) {
    sqlite.add(row);
    const json = encoder.encode(canonicalJson(row));
    timed(() => builder.add(json));
  }
  const index = timed(() => builder.finish());
  sqlite.finish();
  writeFileSync(file, index);
  return { rows: count, bytes: index.length, seconds };
}

/** Opens the index from its file, and measures the milliseconds. The file is in the system's file cache. */
function load(file: string): { index: SearchIndex; buffer: ArrayBuffer; milliseconds: number } {
  const start = performance.now();
  const buffer = readFileSync(file).buffer as ArrayBuffer;
  const index = new SearchIndex(buffer);
  return { index, buffer, milliseconds: performance.now() - start };
}

/**
 * Asks the index and SQLite each question of a class in turn. Throws if their answers have other ids or another order.
 */
function askBoth(index: SearchIndex, sqlite: SqliteSearch, { queries }: QuestionClass, times: ClassTimes): void {
  for (const [at, query] of queries.entries()) {
    let start = performance.now();
    const ids = ask(index, query);
    times.ours[at]!.push(performance.now() - start);
    start = performance.now();
    const expected = sqlite.search(query);
    times.yardstick[at]!.push(performance.now() - start);
    // Where no model has all words, the index answers with those that have any; SQLite is asked for all.
    if (expected.length > 0) deepStrictEqual(ids, expected, `search and SQLite differ on ${JSON.stringify(query)}`);
  }
}

/** Asks the index each question of a class. SQLite can't answer these questions. */
function askAlone(index: SearchIndex, { queries }: QuestionClass, times: ClassTimes): void {
  for (const [at, query] of queries.entries()) {
    const start = performance.now();
    ask(index, query);
    times.ours[at]!.push(performance.now() - start);
  }
}

function ask(index: SearchIndex, query: SearchQuery): string[] {
  const answer = index.search(query);
  return answer.kind === 'page' ? answer.rows.map((row) => index.idAt(row)) : [];
}

function verdict(times: ClassTimes[], built: Built, loaded: number): Row[] {
  const ours = slowest(times, 'ours');
  // SQLite has no index for texts of one or two letters. This class would make it look slow, so it is left out.
  const yardstick = slowest(
    times.filter(({ name }) => name !== SHORT),
    'yardstick',
  );
  const p99 = percentile(medians(ours.ours), 99);
  const theirs = percentile(medians(yardstick.yardstick), 99);
  const rows = `${built.rows.toLocaleString('en')} rows`;
  return [
    ...times.map(classRow),
    rowOf(
      'search, p99 of the slowest class',
      'ms',
      { ours: p99, yardstick: theirs },
      ['most', 0.03],
      `${rows}; ours ${ours.name}, SQLite ${yardstick.name} (of all classes but ${SHORT}); SQLite in ` +
        'process, in memory, FTS5 trigram table for text, an index for each sort and for tag and task; each ' +
        `question counts with its median of ${ROUNDS} rounds; every answer compared, ids and order`,
    ),
    rowOf(
      'search, p99 of the slowest class, absolute',
      'ms',
      { ours: p99, yardstick: MOST_MILLISECONDS },
      ['most', 1],
      'meant for a quiet machine',
    ),
    rowOf(
      'search, loaded index',
      'MB',
      { ours: built.bytes / MEGABYTE, yardstick: MOST_MEGABYTES },
      ['most', 1],
      `${rows} built in ${built.seconds.toFixed(2)} s; loaded and open in ${loaded.toFixed(0)} ms from a warm file cache`,
    ),
  ];
}

function errorRow(times: ClassTimes, { rows }: Built): Row {
  const values = medians(times.ours);
  const value = percentile(values, 99);
  return rowOf(
    'search, typing errors, p99, absolute',
    'ms',
    { ours: value, yardstick: MOST_FORGIVING },
    ['most', 1],
    `${rows.toLocaleString('en')} rows; median ${percentile(values, 50).toPrecision(3)} ms; ${values.length} ` +
      'questions with a letter left out of each word, most of which no row has as they stand; meant for a ' +
      'quiet machine',
  );
}

function classRow({ name, ours, yardstick }: ClassTimes): Row {
  const middle = (times: number[][]) => percentile(medians(times), 50);
  const told = (times: number[][]) => {
    const [worst, any] = [medians(times), times.flat()].map((values) => percentile(values, 99).toPrecision(3));
    return `p99 ${worst} ms (${any} ms over single answers)`;
  };
  return rowOf(
    `search, ${name}, median`,
    'ms',
    { ours: middle(ours), yardstick: middle(yardstick) },
    undefined,
    `${told(ours)}, SQLite ${told(yardstick)}; ${ours.length} questions, ${ROUNDS} times each`,
  );
}

function slowest(times: ClassTimes[], side: 'ours' | 'yardstick'): ClassTimes {
  const p99 = (one: ClassTimes) => percentile(medians(one[side]), 99);
  return times.reduce((worst, next) => (p99(next) > p99(worst) ? next : worst));
}

/** Returns the median time of each question over the rounds, so that other work of the machine has little effect. */
function medians(times: number[][]): number[] {
  return times.map((rounds) => percentile(rounds, 50));
}

/** Returns the smallest value that at least `percent` per cent of the values do not exceed. */
function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1]!;
}

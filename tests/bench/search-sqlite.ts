// Answers the questions of the search benchmark with SQLite, as the yardstick: the same rows, in memory in the same
// process, with an index for every kind of question.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SearchQuery } from '../../src/search/query.ts';
import { onlyTasksMeant } from '../../src/search/words/task-words.ts';
import { wordsOfName, wordsOfTag } from '../../src/search/words/words.ts';
import type { ModelRow } from '../../src/shapes/models.ts';

/**
 * The column of each sort key in the questions. Rows are added in the order of `id`, so that the row number breaks ties
 * in every index at no cost.
 */
const COLUMNS = { downloads: 'downloads', trendingScore: 'trending', likes: 'likes', createdAt: 'created' } as const;

const SCHEMA = `
  CREATE TABLE models (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, author TEXT NOT NULL, task TEXT, library TEXT,
    downloads INTEGER, trending INTEGER, likes INTEGER, created INTEGER);
  CREATE TABLE tags (tag INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE tagged (tag INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (tag, number)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE ids USING fts5(id, content='', columnsize=0, tokenize='trigram');
  CREATE VIRTUAL TABLE words USING fts5(inid, other, content='', columnsize=0, prefix='1 2 3');`;

/**
 * SQLite puts NULL last in descending order. To put it last in ascending order too, the query and the index sort by `IS
 * NULL` first.
 */
const INDEXES = `
  CREATE UNIQUE INDEX by_id ON models (id);
  CREATE INDEX by_task_down ON models (task, downloads DESC);
  CREATE INDEX by_task ON models (task, trending DESC, downloads DESC);
  ${Object.values(COLUMNS)
    .map(
      (column) => `
  CREATE INDEX down_${column} ON models (${column} DESC, downloads DESC);
  CREATE INDEX up_${column} ON models (${column} IS NULL, ${column}, downloads DESC);`,
    )
    .join('')}
  INSERT INTO ids (ids) VALUES ('optimize');
  INSERT INTO words (words) VALUES ('optimize');
  ANALYZE;`;

const TAGGED = `EXISTS (
  SELECT 1 FROM tagged t WHERE t.tag = (SELECT tag FROM tags WHERE name = ?) AND t.number = m.number)`;

const RANKED = `SELECT m.id FROM words CROSS JOIN models m ON m.number = words.rowid
  WHERE words MATCH ? AND m.task IS NOT ? ORDER BY m.downloads DESC, m.number LIMIT ?`;

const OF_TASK = 'SELECT m.id FROM models m WHERE m.task = ? ORDER BY m.downloads DESC, m.number LIMIT ?';

/** Keeps the same rows as the hub's index, and answers the same questions by SQL. */
export class SqliteSearch {
  readonly #database = new DatabaseSync(':memory:');
  readonly #insert: StatementSync;
  readonly #insertText: StatementSync;
  readonly #insertWords: StatementSync;
  readonly #insertTag: StatementSync;
  readonly #insertTagged: StatementSync;
  readonly #tags = new Map<string, number>();
  readonly #statements = new Map<string, StatementSync>();
  #rows = 0;

  constructor() {
    this.#database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
    this.#database.exec(SCHEMA);
    this.#insert = this.#database.prepare('INSERT INTO models VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#insertText = this.#database.prepare('INSERT INTO ids (rowid, id) VALUES (?, ?)');
    this.#insertWords = this.#database.prepare('INSERT INTO words (rowid, inid, other) VALUES (?, ?, ?)');
    this.#insertTag = this.#database.prepare('INSERT INTO tags VALUES (?, ?)');
    this.#insertTagged = this.#database.prepare('INSERT OR IGNORE INTO tagged VALUES (?, ?)');
    this.#database.exec('BEGIN');
  }

  /** Adds the next row. Callers add rows in the order of ids. */
  add(row: ModelRow): void {
    const number = ++this.#rows;
    const created = row.createdAt === undefined ? null : Date.parse(row.createdAt);
    const known = [row.downloads ?? null, row.trendingScore ?? null, row.likes ?? null, created];
    const author = row.id.slice(0, row.id.indexOf('/'));
    this.#insert.run(number, row.id, author, row.pipeline_tag ?? null, row.library_name ?? null, ...known);
    this.#insertText.run(number, row.id);
    const others = [row.library_name ?? '', row.pipeline_tag ?? '', ...(row.tags ?? [])].flatMap(wordsOfTag);
    this.#insertWords.run(number, wordsOfName(row.id).join(' '), others.join(' '));
    for (const tag of row.tags ?? []) this.#insertTagged.run(this.#tag(tag), number);
  }

  /** Builds the indexes and collects statistics, after the last row was added. */
  finish(): void {
    this.#database.exec('COMMIT');
    this.#database.exec(INDEXES);
  }

  /** Returns the ids on the first page of results. */
  search(query: SearchQuery): string[] {
    if (query.words) return this.#ranked(query.words, query.limit);
    const { sql, values } = statementFor(query);
    return this.#ask(sql, values);
  }

  close(): void {
    this.#database.close();
  }

  /**
   * Queries one kind of match after another, the best first, until the page is full. If the words name nothing but a
   * task, the models of the task come first.
   */
  #ranked(words: readonly string[], limit: number): string[] {
    const whole = `(${words.join(' AND ')})`;
    const begun = `(${words.join(' AND ')}*)`;
    const tiers = [
      `inid: ${whole}`,
      `(inid: ${begun}) NOT (inid: ${whole})`,
      `${whole} NOT (inid: ${begun})`,
      `${begun} NOT ((inid: ${begun}) OR ${whole})`,
    ];
    // No question of the benchmark names several tasks.
    const [task = ''] = onlyTasksMeant(words) ?? [];
    const found = task === '' ? [] : this.#ask(OF_TASK, [task, limit]);
    for (const tier of tiers) {
      if (found.length === limit) break;
      found.push(...this.#ask(RANKED, [tier, task, limit - found.length]));
    }
    return found;
  }

  #ask(sql: string, values: (string | number)[]): string[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...values).map((row) => row.id as string);
  }

  #tag(name: string): number {
    const known = this.#tags.get(name);
    if (known !== undefined) return known;
    const tag = this.#tags.size + 1;
    this.#tags.set(name, tag);
    this.#insertTag.run(tag, name);
    return tag;
  }
}

/** Returns the statement that SQLite runs fastest of several equivalent ones. */
function statementFor(query: SearchQuery): { sql: string; values: (string | number)[] } {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const meet = (condition: string, value: string) => {
    conditions.push(condition);
    values.push(value);
  };
  const { search = '' } = query;
  // The trigram table can't search for less than three characters.
  const trigrams = search.length >= 3;
  if (trigrams) meet('ids MATCH ?', `"${search}"`);
  else if (search !== '') meet("m.id LIKE '%' || ? || '%'", search);
  for (const task of query.anyOf?.pipeline_tag ?? []) meet('m.task = ?', task);
  for (const tag of query.tags ?? []) meet(TAGGED, tag);
  const column = `m.${COLUMNS[query.sort as keyof typeof COLUMNS]}`;
  const order = query.ascending ? `${column} IS NULL, ${column}` : `${column} DESC`;
  const from = trigrams ? 'ids CROSS JOIN models m ON m.number = ids.rowid' : 'models m';
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `SELECT m.id FROM ${from} ${where} ORDER BY ${order}, m.downloads DESC, m.number LIMIT ?`;
  return { sql, values: [...values, query.limit] };
}

// Serves as the yardstick of account writes: bare node:http with jose's jwtVerify and the hub's own SQL statements, and
// the same database settings.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { importSPKI, jwtVerify } from 'jose';
import pg from 'pg';

/** The settings of this process. `database` has the form of HUB_DATABASE. */
export interface AccountWriter {
  database: string;
  key: string;
  issuer: string;
  audience: string;
}

/** Saves a model to the list of `did`, and resolves to the list. */
type Save = (did: string, model: string) => Promise<string[]>;

const TABLES = `
  CREATE TABLE accounts (did TEXT NOT NULL PRIMARY KEY, created TEXT NOT NULL, wallet TEXT, requests INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE saved (did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (did, model));`;
const UPSERT = `INSERT INTO accounts (did, created, wallet, requests) VALUES ($1, $2, NULL, 0) ON CONFLICT (did) DO UPDATE SET did = excluded.did`;
const INSERT =
  'INSERT INTO saved (did, model, place) SELECT $1, $2, coalesce(max(place), 0) + 1 FROM saved WHERE ' +
  'did = $1 HAVING count(*) < 500 ON CONFLICT DO NOTHING';
/** The table that counts the requests of each account per minute, for all hubs with this database. */
const RATES = `CREATE TABLE rates (did TEXT NOT NULL, kind TEXT NOT NULL, times TEXT NOT NULL, latest BIGINT NOT NULL, PRIMARY KEY (did, kind))`;
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const RECENT = `SELECT time FROM unnest(string_to_array(r.times, ',')::bigint[]) AS time WHERE time > ${CLOCK} - 60000`;
const TAKE = `
  WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO rates AS r (did, kind, times, latest) SELECT $1, 'writes', ${CLOCK}::text, ${CLOCK} FROM quick
  ON CONFLICT (did, kind) DO UPDATE SET
    times = array_to_string(ARRAY(${RECENT} ORDER BY time) || excluded.latest, ','), latest = excluded.latest
  WHERE (SELECT count(*) FROM (${RECENT}) AS recent) < 60 RETURNING did`;
const SELECT = 'SELECT model FROM saved WHERE did = $1 ORDER BY place DESC';

function inSqlite(path: string): Save {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${TABLES}`);
  const [upsert, insert, select] = [UPSERT, INSERT, SELECT].map((sql) => database.prepare(sql.replaceAll('$', '?')));
  return async (did, model) => {
    database.exec('BEGIN IMMEDIATE');
    upsert!.run(did, new Date().toISOString());
    insert!.run(did, model);
    const rows = select!.all(did);
    database.exec('COMMIT');
    return rows.map((row) => row.model as string);
  };
}

async function inPostgres(url: string): Promise<Save> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(TABLES + RATES);
  return async (did, model) => {
    await pool.query(TAKE, [did]);
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(UPSERT, [did, new Date().toISOString()]);
    await client.query(INSERT, [did, model]);
    const { rows } = await client.query<{ model: string }>(SELECT, [did]);
    await client.query('COMMIT');
    client.release();
    return rows.map((row) => row.model);
  };
}

process.once('message', async ({ database, key, issuer, audience }: AccountWriter) => {
  const sqlite = database.startsWith('sqlite:');
  const save = sqlite ? inSqlite(database.slice('sqlite:'.length)) : await inPostgres(database);
  const publicKey = await importSPKI(key, 'ES256');
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const token = request.headers.authorization!.slice('Bearer '.length);
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], issuer, audience });
    const { model } = JSON.parse(await bodyOf(request)) as { model: string };
    const body = JSON.stringify({ saved: await save(payload.sub!, model) });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  };
  // The load ends in the middle of requests, so sending an answer may fail.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
// Ends when the parent process ends, even by a crash.
process.once('disconnect', () => process.exit());

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

// Tests the database and the buckets without writing to them.
import { existsSync } from 'node:fs';
import { openBucket } from '../../../functions/stores/bytes/bucket.ts';
import { postgresFault } from '../../../functions/stores/sql/postgres/postgres-fault.ts';
import { postgresName } from '../../../functions/stores/sql/postgres/postgres-name.ts';
import type { BucketPlace } from '../../../src/service/config.ts';
import { CURRENT } from '../../../src/tree/store.ts';
import { sentenceOf } from '../../process/sentence-of.ts';
import { type Check, type CheckResult, gravest, whyNot } from './check.ts';

/** Milliseconds to wait for a lock of another process. */
const LOCKED_MS = 2000;

export const databaseCheck: Check = {
  name: 'database',
  advice: 'Mend it, or correct HUB_DATABASE: accounts get 503 meanwhile, and everything else is answered.',
  docs: 'operating.md#when-a-database-fails',
  run: ({ config: { database, embeddedDatabase } }) =>
    database.kind === 'postgres' ? askPostgres(database.url) : askSqlite(embeddedDatabase),
};

async function askSqlite(path: string): Promise<CheckResult> {
  if (!existsSync(path)) return ['ok', `${path} is not there yet: the hub makes it.`];
  const { DatabaseSync } = await import('node:sqlite');
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    database.close();
    return ['ok', `${path} can be read.`];
  } catch (error) {
    return ['fail', `${path} can’t be read: ${(error as Error).message}.`];
  }
}

async function askPostgres(url: { reveal(): string }): Promise<CheckResult> {
  const { default: pg } = await import('pg');
  const name = postgresName(url.reveal());
  const client = new pg.Client({ connectionString: url.reveal(), connectionTimeoutMillis: 3000, query_timeout: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return ['ok', `${name} answers.`];
  } catch (error) {
    return ['fail', sentenceOf(postgresFault(name, error))];
  } finally {
    void client.end().catch(() => {});
  }
}

export const bucketCheck: Check = {
  name: 'bucket',
  advice: 'Correct the bucket, AWS_ENDPOINT_URL_S3 or the keys, and give the keys the rights that the page lists.',
  docs: 'buckets.md#permissions',
  async run({ config: { published, tree }, signal }) {
    const places = [published, tree].flatMap((place) => ('bucket' in place ? [place.bucket] : []));
    if (places.length === 0) return ['skip', 'No bucket is named.'];
    const found = await Promise.all(places.map((place) => askBucket(place, signal)));
    return gravest(found)!;
  },
};

/** Asks for a file that every tree has. A bucket of objects may lack this file, so a 404 is good as well. */
async function askBucket(place: BucketPlace, signal: AbortSignal): Promise<CheckResult> {
  const bucket = await openBucket(place);
  try {
    const response = await bucket.ask(CURRENT, { signal });
    await response.body?.cancel();
    if (response.ok || response.status === 404) return ['ok', `${bucket.address} answers.`];
    return ['fail', `${bucket.address} refuses: its store answers with ${response.status}.`];
  } catch (error) {
    return ['fail', `${bucket.address} can’t be asked: ${whyNot(error)}.`];
  }
}

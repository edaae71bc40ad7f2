// Measures account writes per second: saves a model under an identity token on each database, against bare node:http
// with the same SQL statements.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { postgresMissing, startPostgres } from '../accounts/postgres-server.ts';
import { audience, claims, issuer, publicPem, token } from '../fixtures/identity.ts';
import { endChild, nextMessage, startChild } from './child.ts';
import { httpPace } from './http-rounds.ts';
import { CLIENT_HEADERS, loadGenerator, requestsPerSecond } from './load.ts';
import { alternate, formatSpread } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import type { AccountWriter } from './yardsticks/account-writer.ts';

const MODELS = 500;
/** The number of accounts. It is so large that no account reaches the limit of sixty writes per minute. */
const ACCOUNTS = 8000;
const CONNECTIONS = 48;
const PATH = '/api/account/saved';

export const account: Bench = async (settings) => {
  settings.say(`signing ${ACCOUNTS} tokens`);
  const anHour = { exp: Math.floor(Date.now() / 1000) + 3600 };
  const tokens = Array.from({ length: ACCOUNTS }, (_, at) => token({ ...claims(`did:example:${at}`), ...anHour }));
  const folder = join(settings.folder, 'accounts');
  mkdirSync(folder, { recursive: true });
  const rows = [await against(settings, tokens, 'SQLite', [`sqlite:${folder}/ours.db`, `sqlite:${folder}/bare.db`])];
  const missing = postgresMissing();
  if (missing !== undefined) {
    settings.say(`no row for PostgreSQL: ${missing}`);
    return rows;
  }
  // With `true`, the database server flushes each write to the disk, as in production.
  const server = await startPostgres(true);
  try {
    rows.push(await against(settings, tokens, 'PostgreSQL', [server.database(), server.database()]));
  } finally {
    await server.stop();
  }
  return rows;
};

async function against(
  settings: BenchSettings,
  tokens: string[],
  name: string,
  [ours = '', bare = '']: string[],
): Promise<Row> {
  const folder = await builtHub(settings, MODELS);
  const variables = { HUB_DATABASE: ours, HUB_IDENTITY_KEY: publicPem };
  const identity = { HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience };
  const hub = startChild('hub-server.ts', [folder, JSON.stringify({ ...variables, ...identity })]);
  const yardstick = startChild('yardsticks/account-writer.ts');
  try {
    yardstick.send({ database: bare, key: publicPem, issuer, audience } satisfies AccountWriter);
    const [ourUrl, bareUrl] = await Promise.all([nextMessage<string>(hub), nextMessage<string>(yardstick)]);
    const { seconds, rounds } = httpPace(settings);
    const measure = (url: string) => {
      let round = 0;
      return (length = seconds) => saves(settings, url, tokens, `bench/round-${round++}`, length);
    };
    const [measureOurs, measureBare] = [measure(ourUrl), measure(bareUrl)];
    await measureOurs(2);
    await measureBare(2);
    const outcome = await alternate(
      rounds,
      () => measureOurs(),
      () => measureBare(),
    );
    return rowOf(
      `account write, ${name}`,
      'requests/s',
      outcome,
      ['least', 0.75],
      `access log on; a new model for each of up to ${ACCOUNTS} accounts a round; yardstick bare ` +
        `node:http, jwtVerify, the same statements and durability; load by ${loadGenerator}; ${formatSpread(outcome, rounds)}`,
    );
  } finally {
    await Promise.all([endChild(hub), endChild(yardstick)]);
  }
}

function saves(settings: BenchSettings, url: string, tokens: string[], model: string, seconds: number) {
  const bodies = tokens.map(() => JSON.stringify({ model }));
  const headers = { ...CLIENT_HEADERS, 'Content-Type': 'application/json' };
  const load = { url, paths: tokens.map(() => PATH), headers, bodies, tokens, status: 200 };
  return requestsPerSecond({ ...load, connections: CONNECTIONS, seconds }, settings.folder);
}

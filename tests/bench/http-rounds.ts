// Puts the hub and its yardstick under the same load, each in turn, and compares their requests per second.

import { request } from 'node:http';
import { endChild, nextMessage, startChild } from './child.ts';
import { CLIENT_HEADERS, loadGenerator, requestsPerSecond } from './load.ts';
import type { Load } from './load-client.ts';
import { alternate, formatSpread, type Outcome } from './rounds.ts';
import { type BenchSettings, type Row, rowOf } from './row.ts';

const CONNECTIONS = 48;

/** Returns the length of a round in seconds, and the number of rounds. */
export function httpPace(settings: BenchSettings): { seconds: number; rounds: number } {
  return settings.quick ? { seconds: 1, rounds: 5 } : { seconds: 1, rounds: 21 };
}

interface Contest {
  /** The origins of the two servers. */
  ours: string;
  yardstick: string;
  paths: string[];
  /** The paths to request from the yardstick, if they differ from `paths`. */
  yardstickPaths?: string[];
  status: number;
  /** The headers of the requests; by default those of download tools. */
  headers?: Record<string, string>;
}

/** Warms up both servers, and then measures them in turn. */
export async function contest(settings: BenchSettings, asked: Contest): Promise<Outcome> {
  const { ours, yardstick, status, headers = CLIENT_HEADERS } = asked;
  const { seconds, rounds } = httpPace(settings);
  const load = (url: string, length = seconds): Load => ({
    ...{ url, paths: url === ours ? asked.paths : (asked.yardstickPaths ?? asked.paths) },
    ...{ status, headers, connections: CONNECTIONS, seconds: length },
  });
  const measure = (url: string) => () => requestsPerSecond(load(url), settings.folder);
  await requestsPerSecond(load(ours, 2), settings.folder);
  await requestsPerSecond(load(yardstick, 2), settings.folder);
  return alternate(rounds, measure(ours), measure(yardstick));
}

/** Serves one answer to every request while `use` runs. */
export async function withConstant<T>(answer: Fetched, use: (url: string) => Promise<T>): Promise<T> {
  const bare = startChild('yardsticks/constant-server.ts');
  try {
    bare.send({ ...answer, body: answer.body.toString('base64') });
    return await use(await nextMessage<string>(bare));
  } finally {
    await endChild(bare);
  }
}

/** Makes a row of requests per second, which names the load and the rounds. */
export const requestsRow = (
  settings: BenchSettings,
  name: string,
  outcome: Outcome,
  least: number | undefined,
  how: string,
): Row =>
  rowOf(
    name,
    'requests/s',
    outcome,
    least === undefined ? undefined : ['least', least],
    `${how}; load by ${loadGenerator}; ${formatSpread(outcome, httpPace(settings).rounds)}`,
  );

export interface Fetched {
  status: number;
  /** The received headers, without those that Node's server adds by itself. */
  headers: string[];
  body: Buffer;
}

const ADDED = new Set(['date', 'connection', 'keep-alive']);

/** A request; by default a GET with the headers of download tools. */
interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

/** Gets one answer, with its body still compressed. */
export function fetchRaw(
  url: string,
  { method = 'GET', headers: sent = CLIENT_HEADERS, body }: Sent = {},
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: { ...sent, Connection: 'close' } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const headers: string[] = [];
      for (let i = 0; i < response.rawHeaders.length; i += 2) {
        const name = response.rawHeaders[i]!;
        if (!ADDED.has(name.toLowerCase())) headers.push(name, response.rawHeaders[i + 1]!);
      }
      resolve({ status: response.statusCode!, headers, body: Buffer.concat(chunks) });
    });
    asked.on('error', reject).end(body);
  });
}

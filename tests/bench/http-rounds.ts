// Two servers under the same load in turn: requests per second of the hub and of its yardstick.
import { get } from 'node:http';
import { CLIENT_HEADERS, requestsPerSecond } from './load.ts';
import type { Load } from './load-client.ts';
import { alternate, type Outcome } from './rounds.ts';
import type { BenchSettings } from './row.ts';

const CONNECTIONS = 48;

/** How long a round is, and how many there are. */
export function httpPace(settings: BenchSettings): { seconds: number; rounds: number } {
  return settings.quick ? { seconds: 1, rounds: 5 } : { seconds: 1, rounds: 21 };
}

export interface Contest {
  /** Origins. */
  ours: string;
  yardstick: string;
  paths: string[];
  /** Where the yardstick has the same answers under other paths. */
  yardstickPaths?: string[];
  status: number;
  /** What clients send; as download tools do, unless said. */
  headers?: Record<string, string>;
}

/** Warms both up, then measures them in turn. */
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

export interface Fetched {
  status: number;
  /** As received, without those the server adds by itself. */
  headers: string[];
  body: Buffer;
}

const ADDED = new Set(['date', 'connection', 'keep-alive']);

/** One answer as it comes off the wire, body undecoded. */
export function fetchRaw(url: string): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...CLIENT_HEADERS, Connection: 'close' } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const headers: string[] = [];
      for (let i = 0; i < response.rawHeaders.length; i += 2) {
        const name = response.rawHeaders[i]!;
        if (!ADDED.has(name.toLowerCase())) headers.push(name, response.rawHeaders[i + 1]!);
      }
      resolve({ status: response.statusCode!, headers, body: Buffer.concat(chunks) });
    }).on('error', reject);
  });
}

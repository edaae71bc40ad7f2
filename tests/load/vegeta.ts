// Sends requests with vegeta at a fixed rate: each request goes out at its time, even if earlier ones are not answered
// yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { Target } from './load-targets.ts';

/** The seconds after which a request counts as unanswered. */
const GIVEN_UP = 10;

interface Attack {
  vegeta: string;
  /** The origin of the server, such as `http://127.0.0.1:4321`. */
  url: string;
  targets: readonly Target[];
  /** The number of requests per second. */
  rate: number;
  seconds: number;
  /** The folder for the files of the attack. */
  folder: string;
  /** Ends the attack early. */
  signal: AbortSignal;
}

/** A request and its outcome. */
export interface Answered {
  target: Target;
  /** The second of the load, with its fraction, in which the request was due. */
  due: number;
  /**
   * The milliseconds from the time when the request was due to its answer. If vegeta sent the request late, the delay
   * is included.
   */
  ms: number;
  /** The fault of the answer; undefined if it has none. */
  fault: string | undefined;
  /** The host to which the answer redirects; undefined if it is no redirect to a URL. */
  to: string | undefined;
}

/** A line of vegeta's output. */
interface Result {
  seq: number;
  code: number;
  timestamp: string;
  /** The latency in nanoseconds. */
  latency: number;
  error: string;
  method: string;
  url: string;
  headers: Record<string, string[]> | null;
}

/** Sends the targets in turn, repeatedly, and resolves to all answers. */
export async function attack({ vegeta, url, targets, rate, seconds, folder, signal }: Attack): Promise<Answered[]> {
  const [list, results] = [join(folder, 'targets.jsonl'), join(folder, 'results.bin')];
  writeFileSync(list, targets.map((target) => `${JSON.stringify(vegetaTarget(url, target))}\n`).join(''));
  const words = ['attack', '-format=json', `-targets=${list}`, `-rate=${rate}/s`, `-duration=${seconds}s`];
  const more = ['-redirects=-1', `-timeout=${GIVEN_UP}s`, '-max-body=0', '-max-workers=2000'];
  const child = spawn(vegeta, [...words, ...more], { stdio: ['ignore', 'pipe', 'inherit'], signal });
  const ended = once(child, 'close');
  await finished(child.stdout.pipe(createWriteStream(results)));
  const [code] = await ended;
  if (code !== 0) throw new Error(`vegeta ended with ${code}`);
  return answersIn(await resultsIn(vegeta, results), targets, rate);
}

function vegetaTarget(url: string, { method, path, headers, body }: Target): object {
  const header = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return { method, url: url + path, header, ...(body !== undefined && { body: Buffer.from(body).toString('base64') }) };
}

async function resultsIn(vegeta: string, file: string): Promise<Result[]> {
  const child = spawn(vegeta, ['encode', '-to', 'json', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const all: Result[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { headers, ...result } = JSON.parse(line) as Result & Record<string, unknown>;
    const { seq, code, timestamp, latency, error, method, url } = result;
    const location = headers?.Location;
    all.push({ seq, code, timestamp, latency, error, method, url, headers: location ? { Location: location } : null });
  }
  await ended;
  return all;
}

/** Returns the answers, each with its time since the request was due. */
export function answersIn(results: readonly Result[], targets: readonly Target[], rate: number): Answered[] {
  const due = ({ seq }: Result) => (seq * 1000) / rate;
  const sent = results.map(({ timestamp }) => millisecondsOf(timestamp));
  const begun = results.reduce(
    (least, result, at) => Math.min(least, sent[at]! - due(result)),
    Number.POSITIVE_INFINITY,
  );
  // vegeta may number two requests in another order than it took their targets, so the target is found by method and
  // path.
  const named = new Map(targets.map((target) => [`${target.method} ${target.path}`, target]));
  return results.map((result, at) => {
    const { pathname, search } = new URL(result.url);
    const target = named.get(`${result.method} ${pathname}${search}`)!;
    const [location] = result.headers?.Location ?? [];
    return {
      target,
      due: due(result) / 1000,
      ms: sent[at]! - begun - due(result) + result.latency / 1e6,
      fault:
        result.code === target.status ? undefined : `${target.method} ${target.path}: ${result.code || result.error}`,
      to: location?.startsWith('http') ? new URL(location).host : undefined,
    };
  });
}

/** Returns a time such as `2026-11-25T19:31:41.123456789Z` in milliseconds since 1970, with their fraction. */
function millisecondsOf(time: string): number {
  const [, whole, fraction = '0', zone] = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(time)!;
  return Date.parse(whole! + zone!) + Number(`0.${fraction}`) * 1000;
}

// Runs a hub with sign-in in a separate process, and sends it requests while a test damages its database.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { compileCache } from '../fixtures/compile-cache.ts';
import { buildFixture } from '../fixtures/hub.ts';
import { audience, issuer, publicPem, tokenFor } from '../fixtures/identity.ts';
import { models } from '../fixtures/rows.ts';

const PROGRAM = join(import.meta.dirname, '../../generator/bin.mjs');
const START_MS = 60_000;

export interface DatabaseHub {
  url: string;
  process: ChildProcess;
  /** Lists the lines of the hub's standard error. */
  notices(): string[];
  /** Says how the hub ended by itself; undefined while it runs. */
  end(): string | undefined;
  stop(): Promise<void>;
}

/** Makes a folder with a built tree in `dist`. The caller removes the folder. */
export async function builtFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-fault-'));
  await buildFixture(folder);
  return folder;
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/**
 * Serves the tree of `folder`. `environment` sets further variables. `before` has words to put in front of the command.
 */
export async function startHub(
  folder: string,
  environment: Record<string, string>,
  before: readonly string[] = [],
): Promise<DatabaseHub> {
  const [command = '', ...args] = [...before, process.execPath, PROGRAM, 'serve'];
  const child = spawn(command, args, {
    env: {
      ...{ PATH: process.env.PATH, ...compileCache, HOST: '127.0.0.1', PORT: '0', HUB_PROBE: 'off' },
      ...{ HUB_DIST: join(folder, 'dist'), HUB_DATA: join(folder, 'data') },
      ...{ HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let notices = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    notices += text;
  });
  let asked = false;
  let end: string | undefined;
  const gone = once(child, 'exit').then(([code, signal]) => {
    if (!asked) end = `ended with ${code ?? signal}: ${notices.slice(-2000)}`;
  });
  const stop = async () => {
    asked = true;
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(late);
  };
  try {
    const url = await addressSaid(child, () => end);
    return { url, process: child, notices: () => notices.split('\n').filter(Boolean), end: () => end, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads the hub's address from its first line, and drops later output. */
function addressSaid(child: ChildProcess, end: () => string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('exit', () => setImmediate(() => reject(new Error(`the hub ${end()}`))));
    setTimeout(() => reject(new Error('the hub does not start')), START_MS).unref();
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (said.includes('\n')) return;
      said += text;
      const found = /^Listening on (\S+)\n/.exec(said);
      if (found) resolve(found[1]!);
    });
  });
}

export interface Reply {
  /** The HTTP status; 0 if there was no answer. */
  status: number;
  retryAfter: string | null;
  json: Record<string, unknown>;
  ms: number;
}

/** Sends a request, such as `GET /path`; signed in if `did` is given. */
export async function ask(url: string, line: string, did?: string, body?: object): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  const headers = did === undefined ? undefined : { Authorization: `Bearer ${tokenFor(did)}` };
  const begun = performance.now();
  try {
    const sent = { method, redirect: 'manual', ...(headers && { headers }) } as const;
    const answer = await fetch(url + path, { ...sent, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      json,
      ms: performance.now() - begun,
    };
  } catch {
    return { status: 0, retryAfter: null, json: {}, ms: performance.now() - begun };
  }
}

export interface Reading {
  answers: number;
  /** The number of answers with another status than expected. */
  wrong: number;
  /** The 99th percentile and the maximum of the answer times, in milliseconds. */
  p99: number;
  slowest: number;
}

/**
 * The requests that `keepReading` sends, with the statuses of their right answers: a redirect, a built answer, a
 * search, health, and an unknown model.
 */
const READS: readonly (readonly [string, number])[] = [
  [`GET /${models.bert.id}/resolve/main/config.json`, 302],
  [`GET /api/models/${models.bert.id}`, 200],
  ['GET /api/models?search=bert', 200],
  ['GET /healthz', 200],
  ['GET /api/models/nobody/has-this', 404],
];
const READERS = 4;

/** Sends reads until `stop` is called, which resolves to their results. */
export function keepReading(url: string): { stop(): Promise<Reading> } {
  const times: number[] = [];
  let wrong = 0;
  let going = true;
  const reader = async (_: unknown, first: number) => {
    for (let at = first; going; at++) {
      const [line, status] = READS[at % READS.length]!;
      const told = await ask(url, line);
      times.push(told.ms);
      if (told.status !== status) wrong++;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const readers = Array.from({ length: READERS }, reader);
  return {
    async stop() {
      going = false;
      await Promise.all(readers);
      times.sort((a, b) => a - b);
      const slowest = times.at(-1) ?? 0;
      return { answers: times.length, wrong, p99: times[Math.floor(times.length * 0.99)] ?? slowest, slowest };
    },
  };
}

/** Repeats a request until `isWanted` accepts its answer, for at most `seconds`. Resolves to the last answer. */
export async function askUntil(
  once: () => Promise<Reply>,
  isWanted: (told: Reply) => boolean,
  seconds: number,
): Promise<Reply> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const told = await once();
    if (isWanted(told) || performance.now() > end) return told;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Makes an outcome from named conditions. If some are false, its figures name them. */
export function verdict(conditions: Record<string, boolean>, figures: string): { held: boolean; figures: string } {
  const failed = Object.entries(conditions).flatMap(([name, isTrue]) => (isTrue ? [] : [name]));
  return {
    held: failed.length === 0,
    figures: failed.length === 0 ? figures : `not: ${failed.join('; ')} (${figures})`,
  };
}

// Runs a hub with sign-in in a separate process, and sends it requests while a test damages its database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFixture } from '../fixtures/hub.ts';
import { audience, issuer, publicPem, tokenFor } from '../fixtures/identity.ts';
import { models } from '../fixtures/rows.ts';
import { type ServedProcess, serveProcess } from './served-process.ts';

export interface DatabaseHub extends Omit<ServedProcess, 'notices'> {
  /** Lists the lines of the hub's standard error. */
  notices(): string[];
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
  const identity = { HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience };
  const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  const hub = await serveProcess(places, { env: { ...identity, ...environment }, before });
  return { ...hub, notices: () => hub.notices().split('\n').filter(Boolean) };
}

export interface Reply {
  /** The HTTP status; 0 if there was no answer. */
  status: number;
  retryAfter: string | null;
  json: Record<string, unknown>;
  ms: number;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends a request, such as `GET /path`; signed in if `did` is given. */
export async function ask(url: string, line: string, did?: string, body?: object): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { ...(did !== undefined && { Authorization: `Bearer ${tokenFor(did)}` }), ...(body && JSON_TYPE) };
  const begun = performance.now();
  try {
    const sent = { method, redirect: 'manual', headers } as const;
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

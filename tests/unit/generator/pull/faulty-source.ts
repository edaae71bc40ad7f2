// Runs a source on loopback with files of random bytes, and with every fault that a source can have.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as after } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { PlannedFile } from '../../../../generator/pull/plan.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { servedBy } from '../../../fixtures/loopback-server.ts';

/** The faults of a source. Without a fault, it sends what is requested. */
export interface Faults {
  /** The number of bytes after which the source ends every connection and answers no more. */
  diesAfter?: number;
  /** The number of bytes of each answer after which the source ends the connection. */
  breaksAfter?: number;
  /** The number of bytes after which the source sends nothing more and keeps every connection open. */
  pausesAfter?: number;
  /** True if the source answers, but sends no bytes. */
  stalls?: boolean;
  /** The milliseconds from the request to its answer. */
  beginsAfter?: number;
  /** The bytes per second of each answer. */
  rate?: number;
  /** The part of the file with wrong bytes: its start and end as shares of the size, from 0 to 1. */
  wrong?: [from: number, to: number];
  /** The size in bytes of the file at this source, if it differs from the right size. */
  size?: number;
  /** True if the source answers every request with the whole file. */
  ignoresRanges?: boolean;
  /** The status with which the source refuses every request for a range. */
  refusesRanges?: number;
  /** True if the source answers a range with 200 and `Content-Range`; 'unsized' if without `Content-Length`. */
  rangesAs200?: true | 'unsized';
  /** The source answers with another range than the wanted one, or with the halves of each body exchanged. */
  reorders?: 'ranges' | 'bodies';
  /** The status of the answers to the first `times` requests; to all requests if `times` is undefined. */
  status?: { code: number; times?: number; headers?: Record<string, string> };
  /** The address to which the source redirects every request. */
  location?: string;
}

export interface FaultySource {
  base: string;
  faults: Faults;
  /** All requests, with their paths, ranges and headers. */
  asked: { path: string; range: string | undefined; headers: IncomingMessage['headers'] }[];
  /** The number of bytes that the source sent. */
  sent: number;
}

export interface MadeFile {
  path: string;
  bytes: Buffer;
  sha256: string;
}

export function madeFile(path: string, size: number): MadeFile {
  const bytes = randomBytes(size);
  return { path, bytes, sha256: sha256Hex(bytes) };
}

/** Starts a source with these files and faults; it closes after the test, or after `closeLater`. */
export async function faultySource(
  files: readonly MadeFile[],
  faults: Faults = {},
  closeLater: (close: () => Promise<void>) => unknown = onTestFinished,
): Promise<FaultySource> {
  for (const file of files) kept(file, faults);
  const served = await servedBy((request, response) => {
    void answer(source, files, request, response).catch(() => response.destroy());
  });
  const source: FaultySource = { base: served.base, faults, asked: [], sent: 0 };
  closeLater(served.close);
  return source;
}

/** Starts a source for each of these faults. */
export const sourcesOf = (files: readonly MadeFile[], ...faults: Faults[]) =>
  Promise.all(faults.map((fault) => faultySource(files, fault)));

/**
 * Makes a file of a plan, with its addresses at these sources. The sources are named `one`, `two`, `three`, in
 * their order.
 */
export function planned({ path, bytes, sha256 }: MadeFile, sources: readonly FaultySource[]): PlannedFile {
  const names = ['one', 'two', 'three', 'four'];
  const urls = sources.map(({ base }, at) => ({ source: names[at]!, url: `${base}/${path}` }));
  return { path, size: bytes.length, sha256, urls };
}

async function answer(
  source: FaultySource,
  files: readonly MadeFile[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { faults } = source;
  const path = decodeURIComponent(request.url!.slice(1));
  source.asked.push({ path, range: request.headers.range, headers: request.headers });
  const { status, location } = faults;
  if (faults.beginsAfter !== undefined) await after(faults.beginsAfter);
  if (faults.diesAfter !== undefined && source.sent >= faults.diesAfter) return void response.destroy();
  if (status && (status.times === undefined || status.times-- > 0)) {
    response.writeHead(status.code, status.headers).end();
    return;
  }
  if (faults.refusesRanges !== undefined && request.headers.range !== undefined)
    return void response.writeHead(faults.refusesRanges).end();
  if (location !== undefined) return void response.writeHead(302, { Location: location + request.url }).end();
  const file = files.find((one) => one.path === path);
  if (!file) return void response.writeHead(404).end();
  const bytes = kept(file, faults);
  let [, from, to] = (!faults.ignoresRanges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')) || [];
  if (from !== undefined && Number(from) >= bytes.length) return void response.writeHead(416).end();
  if (from !== undefined && faults.reorders === 'ranges')
    [from, to] = [from, to].map((at) => `${Math.max(0, Number(at) - 1000)}`);
  const asked = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
  const half = faults.reorders === 'bodies' ? asked.length >> 1 : 0;
  const part = Buffer.concat([asked.subarray(half), asked.subarray(0, half)]);
  response.writeHead(from === undefined || faults.rangesAs200 ? 200 : 206, {
    ...(faults.rangesAs200 !== 'unsized' && { 'Content-Length': part.length }),
    ...(from !== undefined && { 'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` }),
  });
  await send(source, part, response);
}

const made = new WeakMap<Faults, Map<MadeFile, Buffer>>();

/**
 * Returns the bytes of a file as the source sends them. Keeps them, because making wrong bytes again would delay the
 * answer past a time limit.
 */
function kept(file: MadeFile, faults: Faults): Buffer {
  const known = made.get(faults) ?? new Map<MadeFile, Buffer>();
  made.set(faults, known);
  const bytes = known.get(file) ?? faulty(file.bytes, faults);
  known.set(file, bytes);
  return bytes;
}

function faulty(bytes: Buffer, { wrong, size }: Faults): Buffer {
  const sent =
    size === undefined ? bytes : Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length))], size);
  if (!wrong) return sent;
  const [from, to] = wrong.map((share) => Math.floor(share * sent.length)) as [number, number];
  return Buffer.concat([sent.subarray(0, from), sent.subarray(from, to).map((byte) => byte ^ 0xff), sent.subarray(to)]);
}

async function send(source: FaultySource, bytes: Buffer, response: ServerResponse): Promise<void> {
  const { faults } = source;
  response.flushHeaders();
  if (faults.stalls) return;
  if (bytes.length > (faults.breaksAfter ?? Number.POSITIVE_INFINITY)) {
    source.sent += faults.breaksAfter!;
    response.write(bytes.subarray(0, faults.breaksAfter), () => response.destroy());
    return;
  }
  const step = faults.rate === undefined ? 64 * 1024 : Math.max(1, Math.floor(faults.rate / 20));
  await pipeline(async function* () {
    for (let at = 0; at < bytes.length; at += step) {
      if (faults.diesAfter !== undefined && source.sent >= faults.diesAfter) throw new Error('dead');
      if (source.sent >= (faults.pausesAfter ?? Number.POSITIVE_INFINITY)) await once(response, 'close');
      const piece = bytes.subarray(at, at + step);
      source.sent += piece.length;
      yield piece;
      if (faults.rate !== undefined) await after(50);
    }
  }, response);
}

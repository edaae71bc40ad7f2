// Posts news for the operator to HUB_NOTIFY. It makes a few attempts within a time limit, and then gives up.
import { setTimeout as after } from 'node:timers/promises';
import type { Secret } from '../../../../src/basics/secret.ts';
import { NOTICE_FORMAT } from '../../../../src/shapes/formats.ts';
import type { News, Notice } from '../../../../src/shapes/notices.ts';

/** The address that gets the news, and the hub that the news is about. */
export interface Receiver {
  address: Secret;
  /** The public address of this hub, if it is known. */
  hub: string | undefined;
}

interface Bounds {
  /** The milliseconds before the second attempt. Each later pause is twice as long. */
  pause: number;
  /** The time limits in milliseconds: of one attempt, and of all attempts with their pauses. */
  each: number;
  all: number;
}

const ATTEMPTS = 4;
const BOUNDS: Bounds = { pause: 500, each: 3000, all: 8000 };

/** True for a status after which another attempt may succeed. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * Posts the news. If the receiver did not accept it in time, returns a sentence that names only the receiver's host.
 * Never rejects. Follows no redirect, because the operator chose this address.
 */
export async function postNotice(
  { address, hub }: Receiver,
  news: News,
  bounds: Bounds = BOUNDS,
): Promise<string | undefined> {
  const at = new Date().toISOString();
  const notice = { format: NOTICE_FORMAT, ...news, ...(hub !== undefined && { hub }), at } as Notice;
  const all = AbortSignal.timeout(bounds.all);
  for (let attempt = 1; ; attempt++) {
    const signal = AbortSignal.any([all, AbortSignal.timeout(bounds.each)]);
    const { fault, isFinal } = await post(address, JSON.stringify(notice), signal);
    if (fault === undefined) return undefined;
    if (!isFinal && attempt < ATTEMPTS)
      await after(bounds.pause * 2 ** (attempt - 1), undefined, { signal: all }).catch(() => {});
    if (isFinal || attempt === ATTEMPTS || all.aborted)
      return `The notice "${news.event}" did not reach HUB_NOTIFY (${new URL(address.reveal()).host}): ${fault}.`;
  }
}

async function post(
  address: Secret,
  body: string,
  signal: AbortSignal,
): Promise<{ fault?: string; isFinal?: boolean }> {
  const headers = { 'Content-Type': 'application/json' };
  try {
    const response = await fetch(address.reveal(), { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    if (response.ok) return {};
    return { fault: `it answers with ${response.status}`, isFinal: !isPassing(response.status) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    // The error's message may contain the address, which is secret.
    return { fault: name === 'TimeoutError' ? 'it does not answer' : `it can’t be reached (${cause?.code ?? name})` };
  }
}

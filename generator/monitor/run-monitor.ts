// Follows a log: looks at it now, and again at intervals until somebody ends the process.
import { hash } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as after } from 'node:timers/promises';
import type { LogPolicy } from '../../src/log/proof/check-proof.ts';
import type { Config } from '../../src/service/config.ts';
import { takeLock } from '../files/lock.ts';
import { ObjectClient } from '../objects/object-client.ts';
import { Failure } from '../process/failure.ts';
import { progressFor } from '../process/progress-for.ts';
import { remoteLog } from '../proofs/remote-log.ts';
import { type Look, lookAtLog } from './look-at-log.ts';
import { hasNews } from './monitor-lines.ts';
import { MonitorState } from './monitor-state.ts';

interface MonitorRequest {
  /** The address of the hub, without a trailing slash. */
  base: string;
  policy: LogPolicy;
  /** The folder for the monitor's state. By default each hub has a folder in HUB_DATA. */
  folder: string | undefined;
  /** The number of milliseconds between two looks; undefined for a single look. */
  every: number | undefined;
  isQuiet: boolean;
  /** Receives each look that found news. */
  onLook(look: Look): void;
  /** Receives the reason why the hub can't be reached, if another attempt follows. */
  onAway(sentence: string): void;
}

/** Returns true if every look succeeded and none found a fault. Rejects with a Failure if a single look fails. */
export async function runMonitor({ data }: Pick<Config, 'data'>, request: MonitorRequest): Promise<boolean> {
  const { base, every } = request;
  const folder = request.folder ?? join(data, 'monitor', folderName(base));
  const lock = takeLock(folder, '--state', 'monitor');
  const ended = new AbortController();
  const end = () => ended.abort();
  if (every !== undefined) process.once('SIGINT', end).once('SIGTERM', end);
  const state = new MonitorState(folder);
  try {
    let isWell = true;
    for (let last: Look | undefined; ; ) {
      const look = await lookOnce(request, state, folder).catch((error: unknown) => away(error, request));
      isWell &&= look !== undefined && look.findings.length === 0;
      if (look) {
        if (hasNews(look, last)) request.onLook(look);
        // The findings of this look are reported. Findings of a look that failed stay in the state, and the next look
        // reports them.
        state.forgetFindings();
        last = look;
      }
      if (every === undefined || ended.signal.aborted) return isWell;
      await after(every, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return isWell;
    }
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    state.close();
    lock.release();
  }
}

function lookOnce({ base, policy, isQuiet }: MonitorRequest, state: MonitorState, folder: string): Promise<Look> {
  return lookAtLog({
    files: remoteLog(new ObjectClient({ base })),
    ...{ policy, state, folder, now: new Date() },
    progress: progressFor(isQuiet),
  });
}

/** Reports that the hub can't be reached, if another look follows. After a single look, throws the error instead. */
function away(error: unknown, { every, onAway }: MonitorRequest): undefined {
  if (every === undefined || !(error instanceof Failure)) throw error;
  onAway(error.message);
}

/**
 * Names the folder after the host, for people, and after a digest of the whole address, so that two addresses never
 * share a folder.
 */
function folderName(base: string): string {
  const { host } = new URL(base);
  return `${host.replace(/[^\w.-]/g, '_')}-${hash('sha256', base).slice(0, 8)}`;
}

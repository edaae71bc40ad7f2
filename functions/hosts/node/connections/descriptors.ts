// Counts the files and sockets that this process may have open, and those that connections may take.
import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * An eighth of all descriptors is reserved for the tree, the databases, the log and new callers. These are the minimum
 * and the maximum number of reserved descriptors.
 */
const RESERVE = { least: 32, most: 256 };
/**
 * The maximum number of connections unless the operator wants more. It is limited because each connection costs memory.
 */
const USUAL = 10_000;

/**
 * Returns the maximum number of connections at a time: the number that the operator wants, or the usual number, within
 * `limit` descriptors. Each connection may hold two descriptors, a socket and a file. `notice` gets a sentence if fewer
 * connections are possible than the operator wants.
 */
export function connectionsWithin(
  limit: number,
  wanted: number | undefined,
  notice: (sentence: string) => void,
): number {
  const reserve = Math.min(RESERVE.most, Math.max(RESERVE.least, Math.floor(limit / 8)));
  const possible = Math.max(1, Math.floor((limit - reserve) / 2));
  if (wanted !== undefined && wanted > possible)
    notice(
      `limits.connections of service.yaml is ${wanted}, and this process may open ${limit} files, which is ` +
        `enough for ${possible}: raise that limit (ulimit -n), or want fewer. It goes on with ${possible}.`,
    );
  return Math.min(wanted ?? USUAL, possible);
}

/**
 * Returns the maximum number of descriptors that this process may have open; Infinity if the system has no such limit.
 */
export function descriptorLimit(): number {
  const soft = inProc() ?? inReport();
  return soft === undefined || soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}

function inProc(): string | undefined {
  try {
    return /^Max open files\s+(\w+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    // Only Linux has this file, and a container may hide it.
    return undefined;
  }
}

/** Reads the limit from Node's diagnostic report. That is slower than reading /proc, and Node has no third way. */
function inReport(): string | undefined {
  // Without this setting the report looks up the name of every peer.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: string | number } } };
  return userLimits?.open_files?.soft.toString();
}

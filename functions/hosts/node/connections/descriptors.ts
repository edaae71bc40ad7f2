// How many files and sockets this process may have open, and how many of them connections may take.
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Descriptors that stay free for the tree, the databases, the log and new callers: an eighth, within these bounds. */
const RESERVE = { least: 32, most: 256 };
/** More than this is taken only where the operator says so: each costs memory too. */
const USUAL = 10_000;

/**
 * Connections to take at a time: as many as the operator wants, or the usual number, within `limit` descriptors, of which
 * each connection may hold two, as a socket and a file. `notice` hears when fewer than wanted are possible.
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

/** Descriptors that this process may have open; Infinity where the system knows no such limit. */
export function descriptorLimit(): number {
  const told = process.platform === 'linux' ? fromProc() : fromReport();
  return told === undefined || told === 'unlimited' ? Number.POSITIVE_INFINITY : Number(told);
}

function fromProc(): string | undefined {
  try {
    return /^Max open files\s+(\w+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    // A container may hide it.
    return fromReport();
  }
}

/** Node has no other way to tell; it takes longer than the file. */
function fromReport(): string | undefined {
  // Or it looks up the name of every peer.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: string | number } } };
  return userLimits?.open_files?.soft.toString();
}

// Writes lines to standard output or standard error. If that output is full, slow or gone, lines are lost and nothing
// else fails.
import { fstatSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import sonic from 'sonic-boom';

/** Writes lines. It never throws, and never waits for a reader. */
export interface LineOutput {
  /** The number of lines that were lost since the start. */
  readonly lost: number;
  /** Writes whole lines, each of which ends with a line feed. */
  write(lines: string): void;
  /** Writes at once what can be written, before the process exits. */
  flush(): void;
  /** Resolves when everything that can be written is written, but after a second at the latest. */
  end(): Promise<void>;
}

interface LineOutputSettings {
  fd: number;
  /** The names of the output and of what it holds, for the reports: `Standard output`, `log lines`. */
  name: string;
  lines: string;
  /** Gets each report, which is one sentence. */
  tell: (sentence: string) => void;
}

/** The maximum number of bytes that are kept for a slow reader, or until there is room again. */
const KEPT = 1024 * 1024;
const END_MS = 1000;
/**
 * The milliseconds without a failure after which losses count as ended. On a disk that is nearly full, some writes fail
 * and others succeed.
 */
const QUIET_MS = 1000;

/** Opens the file descriptor `fd` for lines. */
export function openLineOutput({ fd, name, lines, tell }: LineOutputSettings): LineOutput {
  makeNonBlocking(fd);
  let isOpen = true;
  let isExiting = false;
  const output = new sonic.SonicBoom({ fd, maxLength: KEPT, maxWrite: KEPT, retryEAGAIN: () => !isExiting });
  let lost = 0;
  let lostBefore = 0;
  let since: number | undefined;
  let last = 0;
  const failed = (why: string) => {
    last = performance.now();
    if (since !== undefined) return;
    since = last;
    tell(`${name} ${why}: ${lines} beyond a mebibyte are lost, and counted, until it takes them again.`);
  };
  output.on('error', (error: NodeJS.ErrnoException) => failed(`can't be written (${error.code ?? error})`));
  output.on('drop', (dropped: string) => {
    lost += dropped.split('\n').length - 1;
    failed('is read too slowly');
  });
  output.on('drain', () => {
    if (since === undefined || performance.now() - last < QUIET_MS) return;
    const seconds = Math.round((last - since) / 1000);
    since = undefined;
    tell(`${name} takes ${lines} again: ${lost - lostBefore} were lost within ${seconds} seconds.`);
    lostBefore = lost;
  });
  return {
    get lost() {
      return lost;
    },
    write(text) {
      // A line that a failed write has begun is completed by the next write.
      if (isOpen) output.write(text);
    },
    flush() {
      isExiting = true;
      try {
        output.flushSync();
      } catch {
        // It is closed, or nothing can be written.
      }
    },
    async end() {
      isOpen = false;
      const closed = new Promise((resolve) => output.once('close', resolve).once('error', resolve));
      output.end();
      await Promise.race([closed, sleep(END_MS)]);
    },
  };
}

/** Makes a pipe or a socket non-blocking. Otherwise a reader that stops would hold a thread of this process. */
function makeNonBlocking(fd: number): void {
  try {
    const stats = fstatSync(fd);
    if (!stats.isFIFO() && !stats.isSocket()) return;
  } catch {
    // The file descriptor is closed, so each write will fail.
    return;
  }
  // Node's own stream does so when it is made. Without a listener an error would end the process.
  if (fd === 1) process.stdout.on('error', () => {});
  else if (fd === 2) process.stderr.on('error', () => {});
}

// Writes lines to standard output or standard error. If that output is full, slow or gone, lines are lost and nothing
// else fails.

import { fstatSync, writeSync } from 'node:fs';
import process from 'node:process';
import type { Writable } from 'node:stream';

/** Writes lines. It never throws, and never waits for a reader. */
export interface LineOutput {
  /** Writes whole lines, each of which ends with a line feed. */
  write(lines: string): void;
  /** Resolves when everything that can be written is written, but after a second at the latest. */
  end(): Promise<void>;
}

interface LineOutputSettings extends LossSettings {
  fd: number;
  /** Writes bytes from the offset `from`, and returns the number of bytes that were written. */
  writeBytes?: (fd: number, bytes: Uint8Array, from: number) => number;
}

/** The maximum number of bytes that are kept for a slow reader. */
const KEPT = 1024 * 1024;
const AGAIN_MS = 200;
const END_MS = 1000;
const LINE_FEED = 0x0a;

/** Opens the file descriptor `fd` for lines. */
export function openLineOutput(settings: LineOutputSettings): LineOutput {
  const stream = streamAt(settings.fd);
  return stream ? new StreamOutput(stream, settings) : new FileOutput(settings);
}

/**
 * Returns Node's own stream if `fd` is a pipe or a socket, because a direct write would wait for the reader. Returns
 * undefined otherwise.
 */
function streamAt(fd: number): Writable | undefined {
  try {
    const stats = fstatSync(fd);
    if (!stats.isFIFO() && !stats.isSocket()) return undefined;
  } catch {
    return undefined;
  }
  return fd === 1 ? process.stdout : fd === 2 ? process.stderr : undefined;
}

class FileOutput implements LineOutput {
  readonly #fd: number;
  readonly #writeBytes: (fd: number, bytes: Uint8Array, from: number) => number;
  readonly #losses: LineLosses;
  /**
   * Bytes that are not written yet: those that a slow terminal did not accept, or the rest of a line whose beginning is
   * written.
   */
  #waiting: Buffer[] = [];
  #length = 0;
  #isTorn = false;
  #isSlow = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ fd, writeBytes = writeSync, ...settings }: LineOutputSettings) {
    this.#fd = fd;
    this.#writeBytes = writeBytes;
    this.#losses = new LineLosses(settings);
  }

  write(lines: string): void {
    const bytes = Buffer.from(lines);
    if (this.#length + bytes.length > KEPT) this.#losses.add(linesIn(bytes), SLOW);
    else {
      this.#waiting.push(bytes);
      this.#length += bytes.length;
    }
    // While the reader is slow, a timer tries again.
    if (!this.#isSlow) this.#flush();
  }

  async end(): Promise<void> {
    this.#flush();
    for (let waited = 0; this.#isSlow && waited < END_MS; waited += AGAIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      this.#flush();
    }
    clearTimeout(this.#timer);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    const bytes = this.#waiting.length === 1 ? this.#waiting[0]! : Buffer.concat(this.#waiting);
    const { written, fault } = this.#writeAll(bytes);
    if (written > 0) this.#isTorn = bytes[written - 1] !== LINE_FEED;
    this.#isSlow = fault === 'EAGAIN';
    const rest = bytes.subarray(written);
    // After a failure, only the rest of a line that is partly written is kept. Without that rest two lines would become
    // one.
    const kept = this.#isSlow ? rest.length : this.#isTorn ? rest.indexOf(LINE_FEED) + 1 : 0;
    this.#waiting = kept === 0 ? [] : [rest.subarray(0, kept)];
    this.#length = kept;
    if (fault === undefined) this.#losses.over();
    else if (!this.#isSlow) this.#losses.add(linesIn(rest.subarray(kept)), `can't be written (${fault})`);
    if (kept > 0) this.#timer = setTimeout(() => this.#flush(), AGAIN_MS).unref();
  }

  /** Writes as many bytes as it can. Returns their number, and the system's error code if some are left. */
  #writeAll(bytes: Buffer): { written: number; fault: string | undefined } {
    let written = 0;
    try {
      while (written < bytes.length) {
        const taken = this.#writeBytes(this.#fd, bytes, written);
        if (taken === 0) return { written, fault: 'EAGAIN' };
        written += taken;
      }
      return { written, fault: undefined };
    } catch (error) {
      return { written, fault: codeOf(error) };
    }
  }
}

class StreamOutput implements LineOutput {
  readonly #stream: Writable;
  readonly #losses: LineLosses;

  constructor(stream: Writable, settings: LossSettings) {
    this.#stream = stream;
    this.#losses = new LineLosses(settings);
    // Without a listener an error would end the process. The callback of each write gets the error too, and counts the
    // lost lines.
    stream.on('error', () => {});
  }

  write(lines: string): void {
    const bytes = Buffer.from(lines);
    if (this.#stream.writableLength > KEPT) this.#losses.add(linesIn(bytes), SLOW);
    else
      this.#stream.write(bytes, (error) => {
        if (error) this.#losses.add(linesIn(bytes), `can't be written (${codeOf(error)})`);
        else if (this.#stream.writableLength === 0) this.#losses.over();
      });
  }

  async end(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, END_MS);
      this.#stream.write('', () => resolve());
    });
    clearTimeout(timer);
  }
}

const SLOW = 'is read too slowly';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

interface LossSettings {
  /** The names of the output and of what it holds, for the reports: `Standard output`, `log lines`. */
  name: string;
  lines: string;
  /** Gets each report, which is one sentence. */
  tell: (sentence: string) => void;
  /** Called with the number of lost lines, each time lines are lost. */
  onLost?: (lines: number) => void;
}

/**
 * The milliseconds without a lost line after which losses count as ended. On a disk that is nearly full, some writes
 * fail and others succeed.
 */
const QUIET_MS = 1000;

class LineLosses {
  readonly #settings: LossSettings;
  #count = 0;
  #since: number | undefined;
  #last = 0;

  constructor(settings: LossSettings) {
    this.#settings = settings;
  }

  /**
   * Counts `count` lost lines. `why` is the end of a sentence that begins with the output's name, such as `is full`.
   */
  add(count: number, why: string): void {
    if (count === 0) return;
    this.#count += count;
    this.#settings.onLost?.(count);
    this.#last = performance.now();
    if (this.#since !== undefined) return;
    this.#since = this.#last;
    const { name, lines, tell } = this.#settings;
    tell(`${name} ${why}: ${lines} are lost, and counted, until it takes them again.`);
  }

  /** Reports the end of the losses, if they have ended. Must be called each time everything has been written. */
  over(): void {
    if (this.#since === undefined || performance.now() - this.#last < QUIET_MS) return;
    const { name, lines, tell } = this.#settings;
    const seconds = Math.round((this.#last - this.#since) / 1000);
    const count = this.#count;
    this.#count = 0;
    this.#since = undefined;
    tell(`${name} takes ${lines} again: ${count} were lost within ${seconds} seconds.`);
  }
}

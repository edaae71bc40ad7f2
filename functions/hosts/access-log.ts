// The access log: one JSON line a request, gathered and written together. It never holds a header, a query or a body.
import type { Answer } from '../answer.ts';

const FLUSH_MS = 200;
const FLUSH_BYTES = 64 * 1024;

export interface AccessLog {
  /** Notes one request: `path` is its target; what was refused is noted by its code alone. */
  note(method: string, target: string, answer: Answer, milliseconds: number): void;
  /** Writes what is still in memory. */
  flush(): void;
}

/** A log that hands its lines to `write`. */
export function createAccessLog(write: (lines: string) => void): AccessLog {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') write(waiting);
    waiting = '';
  };
  return {
    flush,
    note(method, target, { status, headers }, milliseconds) {
      // A refused path may hold anything, a password put in the wrong place included, so only its code is kept.
      const what =
        status < 400 ? `"path":${JSON.stringify(pathOf(target))}` : `"code":${JSON.stringify(codeOf(headers))}`;
      waiting += `{"time":"${now()}","method":${JSON.stringify(method)},"status":${status},"ms":${milliseconds.toFixed(2)},${what}}\n`;
      if (waiting.length > FLUSH_BYTES) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}

/** Logs nothing. */
export const noAccessLog: AccessLog = { note() {}, flush() {} };

function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

function codeOf(headers: string[]): string | null {
  const at = headers.indexOf('X-Error-Code');
  return at < 0 ? null : headers[at + 1]!;
}

let second = 0;
let text = '';

/** The time to the second; made once a second. */
function now(): string {
  const current = Math.floor(Date.now() / 1000);
  if (current !== second) {
    second = current;
    text = new Date(current * 1000).toISOString();
  }
  return text;
}

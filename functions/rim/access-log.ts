// Writes the access log: one JSON line for each request. Lines are gathered and written together. A line never holds a
// header, a query or a body.
import { andThen } from '../../src/basics/remembered.ts';
import type { Hub } from '../hub/hub.ts';
import type { Answer, AskedTarget } from '../request/answer.ts';
import { loggedPath, loggedRoute } from '../request/logged-path.ts';

const FLUSH_MS = 200;
const FLUSH_LINES = 512;

export interface AccessLog {
  /**
   * Records one request. If the request was refused, the line has the refusal's code instead of the path. Without a
   * code, the line has the fixed beginning of the route.
   */
  note(method: string, target: string, answer: Answer, milliseconds: number): void;
  /** Writes the lines that are still in memory. */
  flush(): void;
}

/**
 * Makes a log that passes its lines to `write`. It never throws: `onFault` gets the errors of lines that can't be made
 * or written.
 */
export function createAccessLog(write: (lines: string) => void, onFault: (error: unknown) => void): AccessLog {
  let lines = '';
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = lines;
    lines = '';
    count = 0;
    try {
      if (gathered !== '') write(gathered);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    flush,
    note(method, target, answer, milliseconds) {
      try {
        lines += `${logLine(method, target, answer, milliseconds)}\n`;
      } catch (error) {
        onFault(error);
      }
      if (++count >= FLUSH_LINES) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}

/**
 * Makes one line of the log, without the line feed; see `AccessLog`. The line has few parts, because V8 joins the parts
 * of all lines at a write, which is most of the work of the log (bench: "redirect, one process").
 */
export function logLine(method: string, target: string, answer: Answer, milliseconds: number): string {
  const { status, headers, id, asked } = answer;
  const coded = status < 400 ? -1 : headers.indexOf('X-Error-Code');
  // A refused path may hold anything, even a password. The line has the refusal's code or the fixed beginning of the
  // route instead.
  const what =
    coded >= 0
      ? `"code":${JSON.stringify(headers[coded + 1])}`
      : status < 400
        ? loggedText(method, target, asked)
        : `"path":${JSON.stringify(loggedRoute(target))}`;
  const ms = Math.round(milliseconds * 100) / 100;
  // An id has only characters that JSON does not escape; see `identified`.
  const named = id === undefined ? '}' : `,"id":"${id}"}`;
  return `${beginning(Date.now(), method, status)}${ms},${what}${named}`;
}

/** Returns the field with the path for the log. Requests for the same target share the text, except preflights. */
function loggedText(method: string, target: string, asked: AskedTarget | undefined): string {
  if (asked?.logged !== undefined && method !== 'OPTIONS') return asked.logged;
  const text = ['"path":', JSON.stringify(loggedPath(method, target))].join('');
  if (asked && method !== 'OPTIONS') asked.logged = text;
  return text;
}

/** Wraps `hub` so that `log` records each answer, for hosts that do not see when an answer is sent. */
export function logged(hub: Hub, log: AccessLog): Hub {
  return (ask) => {
    const begun = performance.now();
    return andThen(hub(ask), (answer) => {
      log.note(ask.method, ask.target, answer, performance.now() - begun);
      return answer;
    });
  };
}

let last = { time: 0, method: '', status: 0, text: '' };

/** Returns the beginning of a line. Requests within a millisecond share it if they have the same method and status. */
function beginning(time: number, method: string, status: number): string {
  if (time !== last.time || method !== last.method || status !== last.status) {
    const facts = JSON.stringify({ time: new Date(time).toISOString(), method, status });
    last = { time, method, status, text: `${facts.slice(0, -1)},"ms":` };
  }
  return last.text;
}

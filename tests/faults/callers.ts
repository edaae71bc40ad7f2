// Sends well-behaved requests during an attack on a hub, each on its own connection, and checks and times the answers.
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { models } from '../fixtures/rows.ts';

/** The requests, each with the status of its right answer and a text in it. */
const QUESTIONS = [
  { name: '/healthz', path: '/healthz', status: 200, holds: '"ready"' },
  { name: 'redirect', path: `/${models.bert.id}/resolve/main/config.json`, status: 302, holds: '' },
  { name: 'page', path: '/llms.txt', status: 200, holds: 'search_models' },
];

/** The maximum number of milliseconds that a request waits for its answer. */
const PATIENCE_MS = 10_000;
const EVERY_MS = 20;

interface Asked {
  /** The number of right answers, and the list of wrong ones. */
  answers: number;
  failures: string[];
  /** The 99th percentile of the answer times in milliseconds, by the request's name. */
  p99: Record<string, number>;
}

interface Callers {
  /** Stops sending, and resolves to the measurements since the start. */
  stop(): Promise<Asked>;
}

/** Sends the requests to the hub at `port` repeatedly. */
export function keepAsking(port: number): Callers {
  let isOver = false;
  const failures: string[] = [];
  const times = QUESTIONS.map(() => [] as number[]);
  const asking = QUESTIONS.map(async ({ name, path, status, holds }, at) => {
    while (!isOver) {
      const begun = performance.now();
      const told = await ask(port, path);
      if (told.startsWith(`${status} `) && told.includes(holds)) times[at]!.push(performance.now() - begun);
      else failures.push(`${name}: ${told.slice(0, 100)}`);
      await wait(EVERY_MS);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(asking);
      const answers = times.reduce((sum, one) => sum + one.length, 0);
      return { answers, failures, p99: Object.fromEntries(QUESTIONS.map(({ name }, at) => [name, p99Of(times[at]!)])) };
    },
  };
}

/**
 * Sends a request on its own connection. Resolves to the status and the body as text, or to the error's message. Never
 * rejects.
 */
function ask(port: number, path: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { Accept: 'text/html, application/json', Connection: 'close' };
    const asked = request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.on('end', () => resolve(`${answer.statusCode} ${body}`)).on('error', (error) => resolve(error.message));
    });
    asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error('no answer in time')));
    asked.on('error', (error) => resolve(error.message)).end();
  });
}

function p99Of(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

/** Returns the number of answers, their times and the failures in one line. */
export function figuresOf({ answers, failures, p99 }: Asked): string {
  const times = Object.entries(p99).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
  const wrong = failures.length === 0 ? '' : `; ${failures.length} failed, such as ${failures[0]}`;
  return `${answers} answers, p99 ${times.join(', ')}${wrong}`;
}

/** Returns the largest of the percentiles. */
export const worstOf = ({ p99 }: Asked): number => Math.max(...Object.values(p99));

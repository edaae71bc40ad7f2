// Obeys the robots.txt of an upstream (RFC 9309).
import robotsParser from 'robots-parser';
import { Failure } from '../process/failure.ts';
import { BudgetSpent } from './polite-fetch.ts';

/** The name by which a robots.txt addresses us: the product token of our `User-Agent`. */
const AGENT = 'model-hub';

const INSTEAD = 'ask its operator, or write "robots: ignore" into index.yaml';

interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined;
  getMatchingLineNumber(url: string, agent: string): number;
}

// The package's types declare a default export, which it does not have because it is CommonJS.
const parse = robotsParser as unknown as (url: string, text: string) => Robots;

/**
 * Makes a `fetch` for one upstream. It reads the robots.txt of the upstream's origin first, and ends the run before a
 * request that the file disallows. If the upstream answers 4xx, there is no such file, and everything is allowed
 * (RFC 9309 2.3.1.3); if it can't be reached or answers 5xx, the run ends too (2.3.1.4).
 */
export function obeyRobots(ask: typeof fetch): typeof fetch {
  const read = new Map<string, Promise<Robots>>();
  return async (input, init) => {
    const url = String(input);
    const file = new URL('/robots.txt', url).href;
    const reading = read.get(file) ?? readRobots(ask, file);
    read.set(file, reading);
    const robots = await reading;
    if (robots.isAllowed(url, AGENT) !== false) return ask(input, init);
    const line = robots.getMatchingLineNumber(url, AGENT);
    throw new BudgetSpent(`Line ${line} of ${file} disallows ${new URL(url).pathname}: ${INSTEAD}.`);
  };
}

async function readRobots(ask: typeof fetch, url: string): Promise<Robots> {
  try {
    const response = await ask(url);
    return parse(url, response.ok ? await response.text() : '');
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof BudgetSpent) throw error;
    throw new BudgetSpent(`${error.message}. What it disallows is not known: run it again later, ${INSTEAD}.`, {
      cause: error,
    });
  }
}

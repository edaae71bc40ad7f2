// Obeys the robots.txt of an upstream (RFC 9309).
import robotsParser from 'robots-parser';
import { Failure } from '../process/failure.ts';
import { BudgetSpent } from './polite-fetch.ts';

/** The name by which a robots.txt addresses us: the product token of our `User-Agent`. */
const AGENT = 'model-hub';

const INSTEAD = 'ask its operator, or write "robots: ignore" into index.yaml';

interface Robots {
  isDisallowed(url: string, agent: string): boolean | undefined;
  getMatchingLineNumber(url: string, agent: string): number;
}

// The package's types declare a default export, which it does not have because it is CommonJS.
const parse = robotsParser as unknown as (url: string, text: string) => Robots;

/**
 * Makes a `fetch` for one upstream. It reads the upstream's robots.txt first, and ends the run before a request that
 * the file disallows. If the file's status is 4xx, everything is allowed; if the upstream fails to give the file, no
 * request is sent (RFC 9309 2.3.1).
 */
export function obeyRobots(ask: typeof fetch): typeof fetch {
  let robots: Promise<Robots> | undefined;
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    robots ??= readRobots(ask, new URL('/robots.txt', url).href);
    const said = await robots;
    if (said.isDisallowed(url, AGENT)) {
      const line = said.getMatchingLineNumber(url, AGENT);
      throw new BudgetSpent(
        `Line ${line} of ${new URL('/robots.txt', url).href} disallows ${new URL(url).pathname}: ${INSTEAD}.`,
      );
    }
    return ask(input, init);
  };
}

async function readRobots(ask: typeof fetch, url: string): Promise<Robots> {
  try {
    const response = await ask(url);
    return parse(url, response.status === 200 ? await response.text() : '');
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof BudgetSpent) throw error;
    throw new Failure(`${error.message}. What it disallows is not known: run it again later, ${INSTEAD}.`, {
      cause: error,
    });
  }
}

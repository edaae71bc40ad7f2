// Posts the result of a command to the operator: a new day, a day that is kept aside, or a failure.
import { tellOperator } from '../../functions/hosts/local-hub.ts';
import { notifyAddress, publicBaseUrl, readConfig } from '../../src/service/config.ts';
import type { News } from '../../src/shapes/notices.ts';
import { asideSentence, type KeptAside, readAside } from '../aside/kept-aside.ts';
import { type Pointer, readPointer } from '../days/pointer.ts';
import { readService } from '../process/read-service.ts';
import { withoutSecrets } from '../process/secret-files.ts';

/**
 * The commands that put a day in force. If the day in force changes while another command runs, a process of one of
 * these commands has changed it and posts the notice.
 */
const MAKE_DAYS = new Set(['day', 'import', 'index', 'mirror', 'rollback']);
/** Commands whose failures are not posted, because their messages name people. */
const UNTOLD = new Set(['account']);
const MOST_TEXT = 1000;

interface Days {
  pointer: Pointer | undefined;
  aside: KeptAside | undefined;
}

/** The exit code of a command that has ended, and its error. */
interface End {
  code: number;
  /** The message of the error, if the command failed with one. */
  sentence?: string | undefined;
}

/**
 * Reads the days before `command` runs. Returns a function to call after the command: it posts the news, and returns a
 * sentence for each notice that was not accepted. Throws a ConfigError if HUB_NOTIFY is malformed.
 */
export function watchCommand(env: NodeJS.ProcessEnv, command: string): (end: End) => Promise<string[]> {
  const address = notifyAddress(env);
  if (!address) return async () => [];
  const before = daysOf(env);
  return async (end) => {
    const receiver = { address, hub: hubOf(env) };
    const news = newsOf(command, { before, after: daysOf(env), end }).map(({ text, ...more }) => {
      return { ...more, text: withoutSecrets(text, env).slice(0, MOST_TEXT) };
    });
    const faults = await Promise.all(news.map((one) => tellOperator(receiver, one)));
    return faults.filter((fault) => fault !== undefined);
  };
}

function newsOf(
  command: string,
  { before, after, end }: { before: Days | undefined; after: Days | undefined; end: End },
): News[] {
  const news: News[] = [];
  const isMaker = MAKE_DAYS.has(command) && before !== undefined;
  const pointer = isMaker && after?.pointer?.catalog !== before.pointer?.catalog ? after?.pointer : undefined;
  const aside = isMaker && after?.aside?.kept !== before.aside?.kept ? after?.aside : undefined;
  if (pointer) {
    const { snapshot: day, catalog } = pointer;
    news.push({ event: 'day', command, day, catalog, text: `${day} is in force, made by "model-hub ${command}".` });
  }
  if (aside) {
    const { snapshot: day, catalog } = aside;
    news.push({ event: 'aside', command, day, catalog, text: asideSentence(aside) });
  }
  // If a day is kept aside, the notice about that day explains the failure, so no second notice follows.
  if (end.code === 1 && !aside && !UNTOLD.has(command)) {
    const why = end.sentence ?? 'its output says why.';
    news.push({ event: 'failed', command, text: `"model-hub ${command}" failed: ${why}` });
  }
  return news;
}

/** Returns the day in force and the day kept aside; undefined if the settings or the days can't be read. */
function daysOf(env: NodeJS.ProcessEnv): Days | undefined {
  try {
    const { data } = readConfig(env);
    return { pointer: readPointer(data), aside: readAside(data) };
  } catch {
    return undefined;
  }
}

function hubOf(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const config = readConfig(env);
    return publicBaseUrl(config, readService(config));
  } catch {
    return undefined;
  }
}

// Reads the places of a file off the hub's redirect to it: the first choice, and the others that hold it.
import type { IncomingMessage } from 'node:http';
import type { SourceUrl } from './pull-plan.ts';

/** Gives the places, the best first. */
export function linkedUrls({ headers }: Pick<IncomingMessage, 'headers'>): SourceUrl[] {
  const { location, link = '' } = headers;
  const source = headers['x-hub-source'];
  const first =
    location === undefined ? [] : [{ source: typeof source === 'string' ? source : hostOf(location), url: location }];
  const others = [...String(link).matchAll(/<([^>]*)>\s*;\s*rel="?duplicate"?/g)].map(([, url]) => url!);
  return [...first, ...others.map((url) => ({ source: hostOf(url), url }))];
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

// Parses the address by which a person names a hub.
import { parseUrlBase } from '../../src/nouns/url-base.ts';
import { UsageFailure } from './failure.ts';

/** Returns the URL base of the hub at `given`. Throws a UsageFailure if the text is no http(s) address. */
export function namedHub(given: string): string {
  const base = parseUrlBase(given);
  if (base !== undefined) return base;
  // Hides a login in the address, since it is a secret.
  const shown = JSON.stringify(given.replace(/\/\/[^/]*@/, '//…@'));
  throw new UsageFailure(`A hub is named by an http(s) address such as https://hub.example, not ${shown}.`);
}

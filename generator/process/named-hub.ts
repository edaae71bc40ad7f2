// A hub that a person names by its address.
import { parseUrlBase } from '../../src/nouns/url-base.ts';
import { UsageFailure } from './failure.ts';

/** Gives the URL base of the hub at `given`. Throws a UsageFailure for a text that is no http(s) address. */
export function namedHub(given: string): string {
  const base = parseUrlBase(given);
  if (base !== undefined) return base;
  // A login in the address is a secret.
  const shown = JSON.stringify(given.replace(/\/\/[^/]*@/, '//…@'));
  throw new UsageFailure(`A hub is named by an http(s) address such as https://hub.example, not ${shown}.`);
}

// Writes security.txt (RFC 9116), which has the contact for reports of weaknesses. The file expires if nobody builds
// the index any more.
import { dayOf } from '../../nouns/calendar.ts';
import { routes } from '../../table/routes.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

/** The number of days from the snapshot until the file expires. RFC 9116 2.5.5 recommends less than a year. */
const GOOD_FOR_DAYS = 300;
const DAY_MS = 86_400_000;

/**
 * Returns the text of security.txt. Undefined if the operator names no contact that RFC 9116 allows: a web address must
 * be https.
 */
export function securityText({ baseUrl, service: { contact }, snapshot }: DocumentFacts): string | undefined {
  if (contact === undefined || contact.startsWith('http:')) return undefined;
  const expires = dayOf(Date.parse(snapshot) + GOOD_FOR_DAYS * DAY_MS);
  const lines = [`Contact: ${contact}`, `Expires: ${expires}T00:00:00.000Z`, 'Preferred-Languages: en'];
  if (baseUrl.startsWith('https:')) lines.push(`Canonical: ${baseUrl}${routes.security.pattern}`);
  return `${lines.join('\n')}\n`;
}

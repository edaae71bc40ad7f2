// Another hub as the origin of a mirror: its archive says which days there are, its object plane has what they name.
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { NoObject, type ObjectClient } from '../objects/object-client.ts';
import { Failure } from '../process/failure.ts';
import type { ObjectOrigin } from './object-origin.ts';
import { readDays } from './told-days.ts';

/** A model object of 250,000 files has 30 MB. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The hub that `client` talks to; `vouch` holds its days against its log, where it has one. */
export function hubOrigin(client: ObjectClient, vouch?: ObjectOrigin['vouch']): ObjectOrigin {
  return {
    name: client.base,
    ...(vouch && { vouch }),
    async days() {
      const days = readDays(await client.json(href(routes.archive, {})));
      if (days) return days;
      throw new Failure(`${client.base} has no archive of days that this version reads.`);
    },
    object: (address) => client.get(address, MOST_BYTES),
    card: (address) => client.get(address, MOST_BYTES).catch(unlessThere),
    catalog: (address) => client.stream(address, undefined),
  };
}

function unlessThere(error: unknown): undefined {
  if (!(error instanceof NoObject)) throw error;
}

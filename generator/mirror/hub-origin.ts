// Reads another hub for a mirror: the list of days from the hub's archive, and the objects by their addresses.
import { parseModelId } from '../../src/nouns/model-id.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { NoObject, type ObjectClient } from '../objects/object-client.ts';
import { Failure } from '../process/failure.ts';
import { readDays } from './archive-days.ts';
import { MOST_ARCHIVE, MOST_OBJECT, type ObjectOrigin } from './object-origin.ts';

/**
 * Makes the ObjectOrigin through which a mirror reads the hub behind `client`. Refuses catalogs of more than
 * `mostOfCatalog` bytes.
 */
export function hubOrigin(client: ObjectClient, mostOfCatalog: number): ObjectOrigin {
  return {
    name: client.base,
    async days() {
      const days = readDays(await client.json(href(routes.archive, {}), MOST_ARCHIVE));
      if (days) return days;
      throw new Failure(`${client.base} has no archive of days that this version reads.`);
    },
    object: (address) => client.get(address, MOST_OBJECT).catch(unlessThere),
    async withdrawn(id) {
      const named = parseModelId(id);
      return named && client.refusal(href(routes.model, named), 'Withdrawn');
    },
    fix: () => 'Ask its operator: "model-hub archive verify" there names the fix.',
    catalog: (address) => client.stream(address, mostOfCatalog),
  };
}

function unlessThere(error: unknown): undefined {
  if (!(error instanceof NoObject)) throw error;
}

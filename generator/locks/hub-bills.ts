// Asks a hub for the bills of materials of models. They have what a lock lacks: licences, base models and data sets.
import { parseModelId } from '../../src/nouns/model-id.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { ObjectClient } from '../objects/object-client.ts';
import { ABSENT, MOST_LOCK } from './hub-lock.ts';

/** Returns the parsed bill of each model by the model's id. Leaves out models that the hub lacks. */
export async function billsByHub(client: ObjectClient, ids: Iterable<string>): Promise<ReadonlyMap<string, unknown>> {
  const bills = new Map<string, unknown>();
  for (const id of ids) {
    const bytes = await client.bytes(href(routes.modelBill, parseModelId(id)!), MOST_LOCK, ABSENT);
    if (bytes) bills.set(id, parsed(bytes));
  }
  return bills;
}

/** Returns undefined for anything but JSON: a host of plain files may answer with an HTML page if a file is missing. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

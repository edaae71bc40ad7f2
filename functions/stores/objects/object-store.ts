// Keeps published objects in a folder or a bucket: each is one file under its address, complete or absent. A damaged
// object is reported, and never served.
import { type Awaitable, createRemembered } from '../../../src/basics/remembered.ts';
import { type Address, addressFromHex, objectName } from '../../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../../src/shapes/objects.ts';
import { type Bytes, StoreAway } from '../../../src/tree/store.ts';
import type { ListPlace, ObjectsPort, SentFacts } from '../../ports/ports.ts';
import { FolderBytes } from '../bytes/folder-bytes.ts';
import type { CheckedObject } from './object-file.ts';
import { listName, objectList } from './object-list.ts';

/** The maximum number of bytes of memory for objects, and of objects whose facts or damage are remembered. */
const [KEPT_BYTES, KEPT_FACTS] = [32 * 1024 * 1024, 65_536];

interface ObjectStoreSettings {
  /** Called with a sentence for each damaged object, and when objects can't be read or published. */
  onDamage(sentence: string): void;
  now?: () => number;
  /** True if objects may be there whose names the list lacks. They are added before the first listing. */
  mayLackNames?: boolean;
}

// The code that hashes is loaded at its first use, so that a hub starts faster.
const files = () => import('./object-file.ts');

/** Makes the store of published objects in `bytes`. Reads and writes nothing yet. */
export function publishedObjects(
  bytes: Bytes,
  { onDamage, now = Date.now, mayLackNames = false }: ObjectStoreSettings,
): ObjectsPort {
  /** The objects that are in memory as a whole, and large ones that were checked. */
  const kept = createRemembered<Address, CheckedObject>({ most: KEPT_BYTES, weigh: ({ weight }) => weight });
  const facts = createRemembered<Address, ObjectMetadata>({ most: KEPT_FACTS });
  /** The running publications. Callers for the same object share one. */
  const publishing = createRemembered<Address, ObjectMetadata>({ most: 0 });
  /** The times of objects whose names a power cut may still remove. No reader sees these objects. */
  const unsettled = new Map<Address, number>();
  const isUnsettled = ({ id, created_at_millis: time }: ListPlace) => unsettled.get(id) === time;
  const reported = createRemembered<Address, true>({ most: KEPT_FACTS });
  const watched = failureNotices(onDamage);

  /** Reads and hashes the object. Returns undefined if it is absent or damaged. */
  const take = async (id: Address): Promise<CheckedObject | undefined> => {
    const found = await (await files()).readPublished(bytes, id, () => kept.forget(id));
    if (!found || !('damage' in found)) return found && isUnsettled(found.metadata) ? undefined : found;
    kept.forget(id);
    facts.forget(id);
    if (!reported.known(id))
      onDamage(
        `The published object ${id} is damaged: ${found.damage}. It is at ${bytes.address}/${objectName(id)} and is not served; publish it again.`,
      );
    reported.put(id, true);
    return undefined;
  };

  const put = async (id: Address, content: Uint8Array, sent: SentFacts): Promise<ObjectMetadata> => {
    const known = facts.known(id);
    const metadata = known ?? { id, ...sent, size: content.length, created_at_millis: now() };
    const file = await (await files()).objectFile(content, metadata);
    // The name in the list is written first: every object must be in the list, and a listing skips a name without an
    // object.
    await bytes.put(listName(metadata), new Uint8Array(), { ifAbsent: true });
    if (!known) unsettled.set(id, metadata.created_at_millis);
    const isFirst = await bytes.put(objectName(id), file, { ifAbsent: true }).finally(() => unsettled.delete(id));
    const other = isFirst ? undefined : await take(id);
    if (!other) {
      // A file that can't be read as an object is damaged, so it is replaced.
      if (!isFirst) await bytes.put(objectName(id), file);
      reported.forget(id);
      facts.put(id, metadata);
      return metadata;
    }
    // The facts that came first stay. If the times are equal, the object was written here, and only the answer of the
    // store was lost. The name of the first may be lost, for example with a copy of the objects alone.
    if (other.metadata.created_at_millis !== metadata.created_at_millis) {
      await bytes.put(listName(other.metadata), new Uint8Array(), { ifAbsent: true });
      await bytes.remove(listName(metadata)).catch(() => {});
    }
    return other.metadata;
  };

  const list = objectList({ bytes, mayLackNames, facts, isUnsettled, check: take });
  return {
    kept: (address) => kept.known(address),
    read: (address) => watched('No object can be read', () => kept.get(address, () => take(address))),
    async publish(content, sent) {
      const id = addressFromHex(await (await files()).hashBytes(content));
      const work = () => publishing.get(id, () => put(id, content, sent));
      return watched('An object could not be published', work);
    },
    answers: () => bytes.answers(),
    list: (count, after) => watched('No object can be read', () => list(count, after)),
  };
}

/** Makes a function that reports a failure of the store once, until `work` succeeds again. */
function failureNotices(onNotice: (sentence: string) => void) {
  const failing = new Set<string>();
  return async <T>(what: string, work: () => Awaitable<T>): Promise<T> => {
    try {
      const result = await work();
      failing.delete(what);
      return result;
    } catch (error) {
      if (error instanceof StoreAway && !failing.has(what)) {
        failing.add(what);
        onNotice(`${what}: ${error.message}.`);
      }
      throw error;
    }
  };
}

/**
 * Opens the store in `folder`. The folder is made when an object is first published. Anything else than a plain file is
 * reported once, left in place, and never read.
 */
export function openObjectFolder(folder: string, settings: ObjectStoreSettings): ObjectsPort {
  const told = new Set<string>();
  const onStrange = (what: string) => {
    if (!told.has(what)) settings.onDamage(`Among the published objects, ${what}: it is not served. Move it away.`);
    told.add(what);
  };
  return publishedObjects(new FolderBytes(folder, onStrange), { ...settings, mayLackNames: true });
}

// Lists published objects, the newest first. An empty file below `list/` stands for each object: its name orders the
// list.
import { lazyValue, type Remembered } from '../../../src/basics/remembered.ts';
import { type Address, addressFromHex, hexOfAddress, parseObjectName } from '../../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../../src/shapes/objects.ts';
import type { Bytes } from '../../../src/tree/store.ts';
import type { ListPlace, ObjectsPort } from '../../ports/ports.ts';

/** The maximum number of objects that a listing reads at the same time. */
const AT_ONCE = 16;

interface ListSettings {
  bytes: Bytes;
  /** True if objects may be there whose names the list lacks. They are added before the first listing. */
  mayLackNames: boolean;
  /** The facts of objects that are remembered. */
  facts: Remembered<Address, ObjectMetadata>;
  /** True for an object whose name a power cut may still remove. */
  isUnsettled(place: ListPlace): boolean;
  /** Reports the object at this address if it is damaged. */
  check(id: Address): Promise<unknown>;
}

/** Makes the function that lists objects. */
export function objectList({ bytes, mayLackNames, facts, isUnsettled, check }: ListSettings): ObjectsPort['list'] {
  /** Returns the facts of a listed object; undefined if it is gone, or was published at another time. */
  const shown = async (place: ListPlace): Promise<ObjectMetadata | undefined> => {
    const { id } = place;
    if (isUnsettled(place)) return undefined;
    const { readMetadata } = await import('./object-file.ts');
    const found = facts.known(id) ?? (await readMetadata(bytes, id));
    if (!found) await check(id);
    if (found?.created_at_millis !== place.created_at_millis || isUnsettled(place)) return undefined;
    facts.put(id, found);
    return found;
  };
  const whole = lazyValue(async () => {
    if (mayLackNames) await addMissingNames(bytes);
  });
  return async (count, after) => {
    await whole.get();
    const found: ObjectMetadata[] = [];
    let some: ListPlace[] = [];
    const take = async () => {
      found.push(...(await Promise.all(some.map(shown))).flatMap((one) => one ?? []));
      some = [];
    };
    for await (const { name } of bytes.list(LIST, after && listName(after))) {
      const listed = parseListName(name);
      if (!listed) continue;
      some.push(listed);
      if (some.length < AT_ONCE) continue;
      await take();
      if (found.length >= count) break;
    }
    await take();
    return found.slice(0, count);
  };
}

/** Adds the objects that the list lacks, because an older release kept them or somebody removed their names. */
async function addMissingNames(bytes: Bytes): Promise<void> {
  const { readMetadata } = await import('./object-file.ts');
  const [listed, all] = [new Set<Address>(), new Set<Address>()];
  for await (const { name } of bytes.list('')) {
    const [object, place] = [parseObjectName(name), parseListName(name)];
    if (object) all.add(object);
    if (place) listed.add(place.id);
  }
  for (const id of all) {
    const metadata = listed.has(id) ? undefined : await readMetadata(bytes, id);
    if (metadata) await bytes.put(listName(metadata), new Uint8Array(), { ifAbsent: true });
  }
}

const LIST = 'list/';

/** A name in the list begins with this number minus the object's time, so that newer objects come first. */
const LAST = 9_999_999_999_999;
const DIGITS = '0123456789abcdef';

/** Returns the name that stands for an object in the list. */
export function listName({ created_at_millis, id }: ListPlace): string {
  return `${LIST}${String(LAST - created_at_millis).padStart(13, '0')}-${turned(hexOfAddress(id))}`;
}

/** Parses a name in the list; undefined for any other name. */
function parseListName(name: string): ListPlace | undefined {
  const [, time, hex] = /^list\/(\d{13})-([0-9a-f]{64})$/.exec(name) ?? [];
  return time && hex ? { created_at_millis: LAST - Number(time), id: addressFromHex(turned(hex)) } : undefined;
}

/** Reverses the order of addresses, so that the greater address comes first within a millisecond. */
const turned = (hex: string) => Array.from(hex, (digit) => DIGITS[15 - DIGITS.indexOf(digit)]).join('');

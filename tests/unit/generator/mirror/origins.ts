import { join } from 'node:path';
import type { DayRules } from '../../../../generator/aside/put-in-force.ts';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { type ObjectStore, openObjectStore } from '../../../../generator/days/object-store.ts';
import { currentPointer } from '../../../../generator/days/pointer.ts';
import { type MirrorReport, mirrorDays } from '../../../../generator/mirror/mirror-days.ts';
import type { ObjectOrigin, ToldDay } from '../../../../generator/mirror/object-origin.ts';
import { writeDays as write } from '../../../../generator/mirror/run-mirror.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { canonicalJson } from '../../../../src/basics/records.ts';
import { formatEntryLine, formatHead, formatMiddle, formatTail } from '../../../../src/catalog/catalog-object.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { readConfig } from '../../../../src/service/config.ts';
import type { Service } from '../../../../src/service/service.ts';
import { importRows } from '../../../fixtures/hub.ts';
import { service } from '../import/sandbox.ts';

export const storeIn = (data: string) => openObjectStore(join(data, 'objects'));

/**
 * Makes an origin with the days in `data`, as a hub lists them. `asked` collects the addresses of requested
 * objects.
 */
export async function originOf(data: string): Promise<ObjectOrigin & { asked: Address[] }> {
  const store = storeIn(data);
  const pointer = currentPointer(data, join(data, 'none'))!;
  const days: ToldDay[] = [];
  for (let at: Address | null = pointer.catalog; at && store.has(at); ) {
    const { frame } = await openCatalog(store.pathOf(at), at);
    days.push({ date: frame.snapshot, catalog: at, origin: pointer.days[at] ?? {} });
    at = frame.prev;
  }
  return originOver(store, days);
}

/** Makes an origin with these days and the objects of a store. */
export function originOver(store: ObjectStore, days: ToldDay[]): ObjectOrigin & { asked: Address[] } {
  const asked: Address[] = [];
  const bytes = (address: Address) => {
    asked.push(address);
    return store.getBytes(address);
  };
  return {
    name: 'https://other.example',
    asked,
    days: async () => days,
    object: async (address) => (store.has(address) ? bytes(address) : undefined),
    withdrawn: async () => undefined,
    fix: () => 'Ask its operator.',
    catalog: async (address) => new Blob([bytes(address) as BlobPart]).stream() as never,
  };
}

/** Imports rows as a day of the hub in `data`. */
export const importDay = (data: string, day: string, ...rows: readonly object[]) =>
  importRows(data, day, rows as Parameters<typeof importRows>[2]);

/** Writes the days in `data` to `to`. */
export const writeDays = (data: string, to: string) =>
  write(readConfig({ HUB_DATA: data, HUB_DIST: join(data, 'none') }), to, silent);

export function mirror(
  data: string,
  origin: ObjectOrigin,
  day?: string,
  sources: Service = service,
  rules?: DayRules,
): Promise<MirrorReport> {
  return mirrorDays({ data, store: storeIn(data), service: sources, origin, day, rules, progress: silent });
}

/** A model for a hand-written catalog. */
export interface ForgedModel {
  id: string;
  model: object;
  sources: object[];
  row: object;
  /** The text of the row, if it differs from the JSON of `row`. */
  rowText?: string;
  card?: object;
  /** Further members of the model's entry in the catalog. */
  days?: object;
}

/** Writes a catalog with `models` and the members of `frame`, and returns its day. */
export async function forge(
  store: ObjectStore,
  models: ForgedModel[],
  frame: { gated?: string[]; prev?: Address | null; snapshot?: string } = {},
): Promise<ToldDay> {
  const { gated = [], prev = null, snapshot = '2026-01-02' } = frame;
  const whole = { gated, prev, snapshot };
  const writer = await store.create();
  const lines = models.map(({ id, model, sources, row, rowText, card, days }) => {
    const address = store.put(canonicalJson(model));
    const entry = {
      model: address,
      sources: sources.map((one) => store.put(canonicalJson({ model: address, ...one }))),
      ...(card && { card: store.put(canonicalJson(card)) }),
      ...days,
    };
    return { entry: formatEntryLine(id, entry), row: rowText ?? canonicalJson(withManifest(row, address)) };
  });
  const [entries, rows] = [lines.map(({ entry }) => entry), lines.map(({ row }) => row)];
  writer.write(
    `${formatHead(whole)}\n${entries.join(',\n')}\n${formatMiddle(whole)}\n${rows.join(',\n')}\n${formatTail(whole)}`,
  );
  return { date: snapshot, catalog: writer.finish(), origin: {} };
}

const withManifest = (row: object, manifest: Address) => {
  const { hub } = row as { hub?: object };
  return { ...row, hub: { manifest, ...hub } };
};

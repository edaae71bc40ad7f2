// Writes the days that are here, and all objects that they name, as one tar file: the same days make the same bytes.
import { createReadStream, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createTarPacker } from 'modern-tar';
import { own } from '../../src/basics/own.ts';
import type { Address } from '../../src/nouns/address.ts';
import { type CatalogFile, openCatalog } from '../days/catalog-reader.ts';
import { namedObjects } from '../days/named-objects.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { onDisk } from '../files/full-disk.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { DAYS_FILE, DAYS_FORMAT, entryName } from './tar-layout.ts';

interface TarInput {
  data: string;
  store: ObjectStore;
  /** The file to write. */
  to: string;
  progress: Progress;
}

export interface TarReport {
  file: string;
  days: number;
  objects: number;
  /** Of the file. */
  bytes: number;
}

/** Writes the file beside its name first, then under it in one step. Throws a Failure where there is no day. */
export async function writeTar({ data, store, to, progress }: TarInput): Promise<TarReport> {
  const pointer = currentPointer(data);
  if (!pointer) throw new Failure('There is no day to write: import or mirror one first.');
  const days = await chainOf(store, pointer.catalog);
  const told = days.map(({ address, frame }) => ({
    date: frame.snapshot,
    catalog: address,
    ...own(pointer.days, address),
  }));
  const fresh = `${to}.part`;
  const task = progress.start(`Writing ${to}`);
  try {
    return await onDisk([{ folder: to }], 'Make room and write it again.', async () => {
      const objects = await pack(fresh, { format: DAYS_FORMAT, days: told }, days, store, () => task.advance());
      await rename(fresh, to);
      task.done(`${objects} objects`);
      return { file: to, days: days.length, objects, bytes: statSync(to).size };
    });
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Newest first. */
async function chainOf(store: ObjectStore, newest: Address): Promise<CatalogFile[]> {
  const days: CatalogFile[] = [];
  for (let at: Address | null = newest; at; at = days.at(-1)!.frame.prev)
    days.push(await openCatalog(store.pathOf(at), at));
  return days;
}

async function pack(
  path: string,
  told: object,
  days: readonly CatalogFile[],
  store: ObjectStore,
  onObject: () => void,
): Promise<number> {
  const { readable, controller } = createTarPacker();
  const file = await open(path, 'w');
  const written = (async () => {
    for await (const chunk of readable) await file.write(chunk);
  })();
  // Whatever goes wrong here goes wrong below, where the packer waits for it.
  written.catch(() => undefined);
  try {
    let objects = 0;
    const add = async (name: string, size: number, chunks: AsyncIterable<Uint8Array> | Uint8Array[]) => {
      const writer = controller.add({ name, size, mtime: new Date(0), mode: 0o644 }).getWriter();
      for await (const chunk of chunks) await Promise.race([writer.write(chunk), written]);
      await writer.close();
    };
    const text = Buffer.from(`${JSON.stringify(told, null, 1)}\n`);
    await add(DAYS_FILE, text.length, [text]);
    for (const [at, day] of days.entries()) {
      await add(entryName(day.address), day.size, createReadStream(day.path));
      for (const { models, sources, cards } of namedObjects(days[at - 1], day))
        for (const address of [...models, ...sources, ...cards.filter((card) => store.has(card))]) {
          const bytes = store.getBytes(address);
          await add(entryName(address), bytes.length, [bytes]);
          objects++;
          onObject();
        }
    }
    controller.finalize();
    await written;
    await file.sync();
    return objects + days.length;
  } finally {
    await file.close();
  }
}

// A tar file as the origin of a mirror: its objects go into the store as they come, each checked against its name.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarDecoder } from 'modern-tar';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import type { ObjectOrigin, TakenCount, ToldDay } from './object-origin.ts';
import { DAYS_FILE, DAYS_FORMAT, parseEntryName } from './tar-layout.ts';
import { readDays } from './told-days.ts';

/** Bytes that the file which tells of the days may have. */
const MOST_DAYS = 64 * 1024 * 1024;

/**
 * Takes all objects of the tar file at `path` into `store`, and gives the origin that tells of its days: what it lacks
 * beside what is here by then it has not. Throws a Failure that names the entry which is not what it is called.
 */
export async function openTarOrigin(path: string, store: ObjectStore, progress: Progress): Promise<ObjectOrigin> {
  const task = progress.start(`Reading ${path}`);
  const taken: TakenCount = { objects: 0, bytes: 0 };
  let days: ToldDay[] | undefined;
  try {
    const file = Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 18 })) as ReadableStream<Uint8Array>;
    for await (const { header, body } of file.pipeThrough(
      createTarDecoder({ strict: true }) as never,
    ) as AsyncIterable<Entry>) {
      const address = parseEntryName(header.name);
      if (header.type !== 'file' || (header.name !== DAYS_FILE && !address))
        throw new Failure(`${path} holds ${JSON.stringify(header.name)}, which is no part of days.`);
      if (address) {
        taken.bytes += await takeObject(path, address, body, store);
        taken.objects++;
      } else days = await daysIn(body);
      task.advance();
    }
  } catch (error) {
    if (error instanceof Failure || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new Failure(`${path} is no whole tar file: ${(error as Error).message}.`, { cause: error });
  }
  task.done();
  if (!days)
    throw new Failure(`${path} has no ${DAYS_FILE} that tells of its days; "model-hub mirror --to" writes such files.`);
  const lacks = (address: Address): never => {
    throw new Failure(`${path} lacks the object ${address}, which one of its days names.`);
  };
  const told = days;
  return {
    name: path,
    taken,
    days: async () => told,
    object: async (address) => lacks(address),
    card: async () => undefined,
    catalog: async (address) => lacks(address),
  };
}

interface Entry {
  header: { name: string; type?: string };
  body: ReadableStream<Uint8Array>;
}

/** Gives how many bytes it has. */
async function takeObject(path: string, address: Address, body: Entry['body'], store: ObjectStore): Promise<number> {
  const writer = await store.create();
  try {
    let bytes = 0;
    for await (const chunk of body) {
      writer.write(chunk);
      bytes += chunk.length;
    }
    const found = writer.finish();
    if (found !== address) throw new Failure(`${path} is damaged: the bytes of ${address} hash to ${found}.`);
    return bytes;
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

async function daysIn(body: Entry['body']): Promise<ToldDay[] | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_DAYS) return undefined;
    chunks.push(chunk);
  }
  try {
    const told = JSON.parse(Buffer.concat(chunks).toString()) as { format?: unknown };
    return told?.format === DAYS_FORMAT ? readDays(told) : undefined;
  } catch {
    return undefined;
  }
}

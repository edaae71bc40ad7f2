// Fetches the object at an address and writes it to a file. If the object is a record of chunks, writes all the files
// that the record describes.
import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { MAX_OBJECT } from '../../src/basics/limits.ts';
import { isChunkRecord, parseChunkRecord } from '../../src/catalog/chunk-record.ts';
import { bytes } from '../../src/model/figures.ts';
import { type Address, addressFromHex, hexOfAddress } from '../../src/nouns/address.ts';
import { filePathFault } from '../../src/nouns/file-path.ts';
import { createBlake3 } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { type JoinedFiles, joinFiles, partOf, renameNew } from './join-files.ts';
import type { ObjectClient } from './object-client.ts';

interface FetchSettings {
  client: ObjectClient;
  address: Address;
  /**
   * The destination: a folder if the object is a record of chunks, a file for any other object, `-` for standard
   * output. If undefined, the working folder.
   */
  to: string | undefined;
  /** True to write a record of chunks itself, and not the files that it describes. */
  raw: boolean;
  progress: Progress;
}

interface Fetched extends JoinedFiles {
  to: string;
}

/**
 * Fetches the object at the address, and writes it, or the files that it describes. Throws a Failure if an object is
 * missing or has another hash.
 */
export async function fetchObject({ client, address, to, raw, progress }: FetchSettings): Promise<Fetched> {
  const seen = await client.look(address);
  if (!seen) throw new Failure(`${client.base} has no object ${address}.`);
  const target = to === '-' ? '-' : targetOf(to, nameOf(seen.filename, address));
  const whole = { files: 1, bytes: seen.size, fetchedBytes: seen.size, to: target };
  if (seen.size > MAX_OBJECT) {
    if (target === '-')
      throw new Failure(`${address} is too large to be hashed before it is shown: name a file with --to.`);
    // Streams the object to the disk, because a catalog may be larger than any published object.
    await download(client, { address, size: seen.size }, refuseThere(target), progress);
    return whole;
  }
  const bytes = await client.get(address, MAX_OBJECT);
  const text = raw ? '' : bytes.toString();
  if (isChunkRecord(text)) return fetchJoined(client, address, text, to, progress);
  if (target === '-') process.stdout.write(bytes);
  else writeWhole(refuseThere(target), bytes);
  return whole;
}

async function fetchJoined(
  client: ObjectClient,
  address: Address,
  text: string,
  to: string | undefined,
  progress: Progress,
): Promise<Fetched> {
  const record = parseChunkRecord(text);
  if (typeof record === 'string') throw new Failure(`The record ${address} ${record}: nothing is fetched.`);
  if (to === '-') throw new Failure('A record joins files in a folder: give one with --to, or ask for --raw.');
  const folder = to ?? '.';
  return { ...(await joinFiles(client, record, folder, progress)), to: folder };
}

/** Writes a new file. If the disk is full, leaves no file. */
function writeWhole(target: string, bytes: Uint8Array): void {
  const file = openSync(target, 'wx');
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    rmSync(target);
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Streams an object of `size` bytes to a temporary file beside `target`, and hashes it. Renames the file to `target` if
 * the hash is right.
 */
async function download(
  client: ObjectClient,
  { address, size }: { address: Address; size: number },
  target: string,
  progress: Progress,
): Promise<void> {
  const task = progress.start('Fetching', size, bytes);
  const hasher = await createBlake3();
  const part = partOf(target, hexOfAddress(address));
  const file = await open(part, 'w');
  try {
    let left = size;
    for await (const chunk of await client.stream(address, Number.POSITIVE_INFINITY)) {
      left -= chunk.length;
      if (left < 0)
        throw new Failure(`${client.base} said that ${address} has ${size} bytes, and sent more: nothing is kept.`);
      hasher.update(chunk);
      await file.writeFile(chunk);
      task.advance(chunk.length);
    }
    if (addressFromHex(hasher.hex()) !== address)
      throw new Failure(`${client.base} sent bytes that are not ${address}: nothing is kept.`);
  } catch (error) {
    // Removes the temporary file, because the next attempt starts from the beginning.
    await rm(part, { force: true });
    throw error;
  } finally {
    task.done();
    await file.close();
  }
  return renameNew(part, target);
}

/** Makes a file name that leads to no other folder, from any name that the publisher chose. */
function nameOf(filename: string | undefined, address: Address): string {
  const last = filename?.split(/[/\\]/).at(-1) ?? '';
  return filePathFault(last) === undefined && !last.startsWith('.') ? last : `${hexOfAddress(address)}.bin`;
}

function targetOf(to: string | undefined, name: string): string {
  if (to === undefined) return name;
  return statSync(to, { throwIfNoEntry: false })?.isDirectory() ? join(to, name) : to;
}

/** Returns `target`. Throws a Failure if something exists there. */
function refuseThere(target: string): string {
  if (statSync(target, { throwIfNoEntry: false }))
    throw new Failure(`${target} is there already: move it away, or give another place with --to.`);
  return target;
}

// Publishes a small file as one object, and other files in chunks with a source record that joins them. Skips objects
// that the hub has already.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { totalSize } from '../../src/basics/bytes.ts';
import { MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import { type ChunkRecord, formatChunkRecord } from '../../src/catalog/chunk-record.ts';
import { bytes as inBytes } from '../../src/model/figures.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { compareBytewise, filePathFault } from '../../src/nouns/file-path.ts';
import { SOURCE_FORMAT } from '../../src/shapes/formats.ts';
import type { ChunkedFile } from '../../src/shapes/objects.ts';
import type { LocalFile } from '../files/local-files.ts';
import { blake3Hex } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';
import type { Progress, Task } from '../process/progress.ts';
import { inLanes } from './bounded-work.ts';
import type { ObjectClient, ObjectFacts } from './object-client.ts';

const UPLOADS = 4;
const RECORD_TYPE = 'application/vnd.hub.model-hub.source.v1+json';

interface Publication {
  /** The address under which others fetch the files: that of the object, or of the record that joins the chunks. */
  id: Address;
  /** True if `id` is a record of chunks. */
  joined: boolean;
  files: number;
  bytes: number;
  chunks: number;
  /** The number of chunks that were sent, and the number of their bytes. */
  sent: number;
  sentBytes: number;
}

/** Publishes `file` as one object. */
export async function publishWhole(client: ObjectClient, file: LocalFile, facts: ObjectFacts): Promise<Publication> {
  const bytes = await readWhole(file);
  const id = addressFromHex(blake3Hex(bytes));
  const known = await client.look(id);
  if (!known) await client.publish(bytes, { filename: file.path, ...facts });
  const count = known ? 0 : 1;
  return { id, joined: false, files: 1, bytes: file.size, chunks: 1, sent: count, sentBytes: known ? 0 : file.size };
}

interface JoinedSettings {
  client: ObjectClient;
  files: readonly LocalFile[];
  /** The model object that lists the files to publish; null if there is none. */
  model: Address | null;
  /** The size of a chunk in bytes. */
  chunkSize: number;
  /** The name of the record. */
  filename: string;
  progress: Progress;
}

/**
 * Publishes `files` in chunks, and then the record that joins them. After a failure, the next call skips the chunks
 * that the hub has.
 */
export async function publishJoined(settings: JoinedSettings): Promise<Publication> {
  const { client, model, chunkSize, filename } = settings;
  const files = settings.files.toSorted((a, b) => compareBytewise(a.path, b.path));
  for (const { path } of files) {
    const fault = filePathFault(path);
    if (fault) throw new Failure(`${JSON.stringify(path)} can’t be published: its path ${fault}.`);
  }
  const bytes = totalSize(files);
  const task = settings.progress.start('Publishing', bytes, inBytes);
  const counts = { chunks: 0, sent: 0, sentBytes: 0 };
  const joined: ChunkedFile[] = [];
  for (const file of files) joined.push(await publishChunks(client, file, chunkSize, task, counts));
  const record: ChunkRecord = { format: SOURCE_FORMAT, kind: 'chunks', source: 'objects', model, joined };
  const text = Buffer.from(formatChunkRecord(record));
  if (text.length > MAX_OBJECT_AT_EDGE)
    throw new Failure(`The record of so many chunks is itself too large for one object: give a larger --chunk-size.`);
  const id = addressFromHex(blake3Hex(text));
  if (!(await client.look(id))) await client.publish(text, { kind: 'model-hub.source', type: RECORD_TYPE, filename });
  task.done();
  return { id, joined: true, files: files.length, bytes, ...counts };
}

async function publishChunks(
  client: ObjectClient,
  { path, absolute, size }: LocalFile,
  chunkSize: number,
  task: Task,
  counts: Pick<Publication, 'chunks' | 'sent' | 'sentBytes'>,
): Promise<ChunkedFile> {
  const file = await open(absolute, 'r');
  const hash = createHash('sha256');
  const chunks: Address[] = [];
  try {
    await inLanes(UPLOADS, async (uploads) => {
      for (let at = 0; at < size; at += chunkSize) {
        const bytes = await readPart(file, at, Math.min(chunkSize, size - at), path);
        hash.update(bytes);
        const address = addressFromHex(blake3Hex(bytes));
        chunks.push(address);
        counts.chunks += 1;
        await uploads.start(async () => {
          if (!(await client.look(address))) {
            await client.publish(bytes, { kind: 'chunk' });
            counts.sent += 1;
            counts.sentBytes += bytes.length;
          }
          task.advance(bytes.length);
        });
      }
    });
    if ((await file.stat()).size !== size) throw changed(path);
  } finally {
    await file.close();
  }
  return { path, size, sha256: hash.digest('hex'), chunk_size: chunkSize, chunks };
}

async function readWhole({ absolute, path, size }: LocalFile): Promise<Buffer<ArrayBuffer>> {
  const file = await open(absolute, 'r');
  try {
    return await readPart(file, 0, size, path);
  } finally {
    await file.close();
  }
}

async function readPart(file: FileHandle, start: number, length: number, path: string): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at);
    if (bytesRead === 0) throw changed(path);
    at += bytesRead;
  }
  return bytes;
}

const changed = (path: string) => new Failure(`${path} changed while it was read: publish it again.`);

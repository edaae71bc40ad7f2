// Opens each S3 store in the same way, so that one suite runs on each.
import { type Dirent, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BucketPlace, bucketPlace } from '../../src/service/config.ts';
import { MemoryStore } from './memory-store.ts';
import { KEYS, startVersitygw, type VersityServer, versitygwMissing } from './versitygw.ts';

const BUCKET = 'models';

/** A store for tests, with one bucket. All names are names in that bucket. */
export interface TestStore {
  /** The name of the store in test names. */
  readonly name: string;
  /** The reason why this machine can't run the store; undefined if it can. */
  readonly missing: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The environment variables with the store's address and keys. */
  env(): Record<string, string>;
  place(prefix: string): BucketPlace;
  address(prefix: string): string;
  names(): string[];
  read(name: string): Buffer;
  write(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Makes the object look `milliseconds` old. */
  age(name: string, milliseconds: number): void;
}

abstract class AnyStore {
  abstract readonly url: string;

  env(): Record<string, string> {
    const keys = { AWS_ACCESS_KEY_ID: KEYS.id, AWS_SECRET_ACCESS_KEY: KEYS.secret };
    return { AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL: this.url, ...keys };
  }

  place(prefix: string): BucketPlace {
    return bucketPlace(this.env(), 'The bucket', this.address(prefix));
  }

  address(prefix: string): string {
    return `s3://${BUCKET}/${prefix}`;
  }
}

/** A fake store whose memory a test may read. */
export class StandIn extends AnyStore implements TestStore {
  readonly name = 'a stand-in';
  readonly missing = undefined;
  url = '';
  readonly memory = new MemoryStore();

  async start(): Promise<void> {
    this.url = await this.memory.start();
  }

  async stop(): Promise<void> {
    await this.memory.stop();
  }

  names(): string[] {
    return [...this.memory.kept.keys()].sort();
  }

  read(name: string): Buffer {
    return this.memory.kept.get(name)!.bytes;
  }

  write(name: string, bytes: Uint8Array): void {
    this.memory.kept.set(name, { bytes: Buffer.from(bytes), put: Date.now() });
  }

  remove(name: string): void {
    this.memory.kept.delete(name);
  }

  age(name: string, milliseconds: number): void {
    this.memory.kept.get(name)!.put = Date.now() - milliseconds;
  }
}

/** The real S3 server versitygw. */
export class RealStore extends AnyStore implements TestStore {
  readonly missing = versitygwMissing();
  readonly name = 'versitygw';
  #server: VersityServer | undefined;

  get url(): string {
    return this.#server!.url;
  }

  /** The folder with the bucket's files. */
  get folder(): string {
    return join(this.#server!.folder, BUCKET);
  }

  async start(): Promise<void> {
    this.#server = await startVersitygw([BUCKET]);
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  freeze(): void {
    this.#server!.freeze();
  }

  wake(): void {
    this.#server!.wake();
  }

  names(): string[] {
    return filesBelow(this.folder)
      .map((path) => path.slice(this.folder.length + 1))
      .sort();
  }

  read(name: string): Buffer {
    return readFileSync(join(this.folder, name));
  }

  write(name: string, bytes: Uint8Array): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), bytes);
  }

  remove(name: string): void {
    rmSync(join(this.folder, name));
  }

  age(name: string, milliseconds: number): void {
    const time = (Date.now() - milliseconds) / 1000;
    utimesSync(join(this.folder, name), time, time);
  }
}

/** Makes a new store of each kind. */
export const testStores = (): TestStore[] => [new StandIn(), new RealStore()];

/** Returns the real store if this machine has versitygw, otherwise the fake store. */
export function bestStore(): TestStore {
  const real = new RealStore();
  return real.missing === undefined ? real : new StandIn();
}

/** Lists the files below a folder. A folder that the store removes meanwhile has no files. */
function filesBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

// Uploads the files of the website to a bucket, because the pages in the bucket's trees need them. A list of their
// hashes lies beside them, so that a later push sends only changed files.

import { join } from 'node:path';
import { compareBytewise } from '../../src/nouns/file-path.ts';
import { SITE_CLIENT } from '../../src/tree/static-tree.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { sha256OfFile } from '../files/file-bytes.ts';
import { filesBelow, pathBelow } from '../files/own-folder.ts';
import { type PushSettings, thereBelow, type Uploader } from './uploader.ts';

/** The name of the list of hashes, with lines like those of `sha256sum`. */
const SUMS = 'site/SHA256SUMS';

/** The SHA-256 of each file, by the file's name. */
type Sums = ReadonlyMap<string, string>;

const formatSums = (sums: Sums) => [...sums].map(([name, sha256]) => `${sha256}  ${name}\n`).join('');

/** Reads the list of the website's files in the bucket. The names are relative to `site/client`. */
export async function pushedWebsite(bucket: Bytes): Promise<Sums> {
  const text = await bucket.get(SUMS);
  const lines = new TextDecoder().decode(text).matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm);
  return new Map([...lines].map(([, sha256, name]) => [name!, sha256!]));
}

/**
 * Uploads the files of the website that the bucket lacks according to its list of hashes. If `isAgain` is true, also
 * uploads files that the store itself does not list. Does nothing if there is no website. Returns a function that
 * writes the new list; call it once the store lists the files.
 */
export async function pushWebsite(
  settings: PushSettings,
  isAgain: boolean,
  uploader: Uploader,
): Promise<() => Promise<void>> {
  const { bucket, dist } = settings;
  const folder = join(dist, SITE_CLIENT);
  const own = sumsOf(folder);
  if (own.size === 0) return async () => {};
  const sums = await pushedWebsite(bucket);
  const isThere = isAgain ? await thereBelow(settings, `${SITE_CLIENT}/`) : () => true;
  for (const [name, sha256] of own)
    if (sums.get(name) !== sha256 || !isThere(`${SITE_CLIENT}/${name}`))
      await uploader.move(`${SITE_CLIENT}/${name}`, sha256);
  return async () => {
    if (formatSums(own) !== formatSums(sums))
      await uploader.bytes(SUMS, Buffer.from(formatSums(own)), 'text/plain; charset=utf-8');
  };
}

function sumsOf(folder: string): Sums {
  const names = filesBelow(folder).map((file) => pathBelow(folder, file));
  return new Map(names.sort(compareBytewise).map((name) => [name, sha256OfFile(join(folder, name))]));
}

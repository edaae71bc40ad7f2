// Lists the answers in a pack as files, each with its compressed forms.

import type { Pack } from '../../../src/tree/pack.ts';
import { isPublic } from '../../../src/tree/static-tree.ts';
import { unpackers } from '../../files/compress.ts';
import { listedEntries } from '../../packs/list-reader.ts';
import type { ExportedFile } from '../files/export-pages.ts';

/**
 * Lists every answer of a pack. `mayBeGzip` is true if the pack may have an answer with only a gzip form. It must be
 * false for a pack of an app, in which a `.gz` can be a file of the app.
 */
export function publicEntries(pack: Pack, mayBeGzip: boolean): ExportedFile[] {
  const stored = new Map(listedEntries(pack));
  return [...stored].flatMap(([name, bytes]): ExportedFile[] => {
    if (!isPublic(name)) return [];
    const path = name.slice(0, -3);
    // A pack has no plain form of an answer that has compressed forms.
    const [br, gz] = [stored.get(`${path}.br`), stored.get(`${path}.gz`)];
    if (!/\.(br|gz)$/.test(name) || stored.has(path) || !gz || !(br || mayBeGzip)) return [{ path: name, bytes }];
    if (name.endsWith('.br')) return [];
    return [{ path, bytes: unpackers.gz(gz), ...(br && { forms: { br: () => br, gz: () => gz } }) }];
  });
}

// The answers in a pack as files: each in its plain form, with its compressed ones.
import { isPublic } from '../../src/static-tree.ts';
import type { Pack } from '../../src/tree/pack.ts';
import { unpackers } from '../build/compress.ts';
import { entriesOf } from '../build/list-reader.ts';
import type { ExportedFile } from './export-pages.ts';

/** Every answer of a pack, sorted by path. */
export function publicEntries(pack: Pack): ExportedFile[] {
  const stored = new Map(entriesOf(pack));
  return [...stored].flatMap(([name, bytes]): ExportedFile[] => {
    if (!isPublic(name)) return [];
    const path = name.slice(0, -3);
    // Both forms and no plain one: that is how what is compressed is kept.
    const [br, gz] = [stored.get(`${path}.br`), stored.get(`${path}.gz`)];
    if (!/\.(br|gz)$/.test(name) || stored.has(path) || !br || !gz) return [{ path: name, bytes }];
    return name.endsWith('.br') ? [] : [{ path, bytes: unpackers.gz(gz), forms: { br: () => br, gz: () => gz } }];
  });
}

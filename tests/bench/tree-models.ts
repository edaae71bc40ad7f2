// Lists ids of models in a built tree. They are always the same, and belong to different owners.
import { join } from 'node:path';
import { currentList } from '../fixtures/tree-contents.ts';

/** Returns at most `count` ids of the hub in `folder`: the first model of every n-th owner. */
export function modelIds(folder: string, count: number): string[] {
  const first = new Map<string, string>();
  for (const { key } of currentList(join(folder, 'dist')).all()) {
    const [segment, owner = '', name] = key.split('/');
    if (segment === 'models' && !first.has(owner)) first.set(owner, `${owner}/${name}`);
  }
  const step = Math.max(1, Math.floor(first.size / count));
  return [...first.values()].filter((_, index) => index % step === 0).slice(0, count);
}

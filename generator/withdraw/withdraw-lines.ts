// Describes in sentences what a withdrawal does now and what follows later.

import { counted } from '../../src/model/figures.ts';
import type { PurgeReport } from './purge-objects.ts';
import type { TreeWith, WithdrawnReport } from './withdraw-model.ts';

const AWAY =
  'There is no day here to build: run "model-hub export" or "push" where the tree is built, with the same HUB_DATABASE.';

export function withdrawnLines({ model, status, tree }: WithdrawnReport): string[] {
  return [
    `${model} is withdrawn: hosts that share the database answer ${status} within about a second.`,
    tree.snapshot === undefined
      ? AWAY
      : `The tree of ${tree.snapshot} that is built now names it in no list, page, feed or shard.`,
    'Files, Workers and Lambda follow with the next "model-hub export" or "push".',
  ];
}

export function liftedLines({ model, tree }: { model: string; tree: TreeWith }): string[] {
  const back = tree.has
    ? `The tree of ${tree.snapshot} that is built now has it again.`
    : 'It is back with the next day that has it.';
  return [`${model} is no longer withdrawn.`, tree.snapshot === undefined ? AWAY : back];
}

/** Lists what was removed, where copies may remain, and what can't be proved any more. */
export function purgedLines({ objects: { model, source, card }, removed, buckets, ships }: PurgeReport): string[] {
  const all = `${counted(model.length, 'model object')}, ${counted(source.length, 'source object')} and ${counted(card.length, 'card')}`;
  return [
    `The days name ${all} of it; ${removed} were here and are removed for good. The catalogs of days stay.`,
    ...buckets.map((address) => `${address} has none of them any more.`),
    ...(ships > 0 ? [`${counted(ships, 'object')} of them ship with this program, where nothing removes them.`] : []),
    'Whoever has copies keeps them: exports until the next "model-hub export", other hubs, mirrors, backups, tar files.',
    'What its files were can’t be proved any more: catalogs and the log name objects that nobody can read here.',
  ];
}

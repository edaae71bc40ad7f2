// Writes a lock (content/docs/pull.md) as canonical JSON. Each file has its own line, so that a code review shows what
// changed.
import { canonicalJson } from '../basics/records.ts';
import { compareBytewise } from '../nouns/file-path.ts';
import { LOCK_FORMAT } from '../shapes/formats.ts';
import type { Lock, LockedModel } from '../shapes/log.ts';

/** Returns the text of a lock in pieces. Equal locks give equal bytes, whatever the order of their members. */
export function* lockPieces({ hub, models }: Pick<Lock, 'hub' | 'models'>): Generator<string> {
  yield `{"format":${JSON.stringify(LOCK_FORMAT)},"hub":${JSON.stringify(hub)},"models":{`;
  const sorted = Object.entries(models).sort(([one], [other]) => compareBytewise(one, other));
  for (const [at, [id, model]] of sorted.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(id)}:{`;
    yield* modelPieces(model);
  }
  yield '\n}}\n';
}

function* modelPieces({ files, ...others }: LockedModel): Generator<string> {
  yield '\n"files":[';
  for (const [at, file] of files.entries()) yield `${at === 0 ? '' : ','}\n${canonicalJson(file)}`;
  yield '\n]';
  for (const name of ['object', 'proof', 'revision'] as const)
    if (others[name] !== undefined) yield `,\n"${name}":${canonicalJson(others[name])}`;
  yield '\n}';
}

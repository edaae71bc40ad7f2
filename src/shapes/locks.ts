// The schema of a lock: models with the hash of every file and with its sources, so that the same bytes can be fetched
// again.
import { type Static, Type } from 'typebox';
import { LOCK_FORMAT } from './formats.ts';
import { ModelProof } from './log.ts';
import {
  commit,
  constant,
  countShape,
  listOf,
  mapOf,
  parsedAddress,
  part,
  sha256Shape,
  shape,
  textShape,
  url,
} from './notation.ts';

export const LockedFile = shape('LockedFile', 'A file of a model, and where its bytes are.', {
  path: textShape('The path in the repository.'),
  sha256: sha256Shape('SHA-256 of the bytes.'),
  size: countShape('Bytes.'),
  urls: listOf(
    Type.Object({
      source: textShape('The source, as `X-Hub-Source` spells it.'),
      url: url('The file at the source itself.'),
    }),
    'Every source that holds the file, the preferred first; empty when none does.',
  ),
});
export type LockedFile = Static<typeof LockedFile>;

export const LockedModel = shape('LockedModel', 'A model at one revision.', {
  files: listOf(part(LockedFile), 'Every file, sorted by the bytes of its path.'),
  object: parsedAddress('The model object, from which every hash hangs.'),
  proof: Type.Optional(part(ModelProof)),
  revision: commit('The commit.'),
});
export type LockedModel = Static<typeof LockedModel>;

export const Lock = shape('Lock', 'A lock: models to the byte.', {
  format: constant(LOCK_FORMAT, 'The format of this document.'),
  hub: url('The hub that wrote it, without a slash at its end.'),
  models: mapOf(part(LockedModel), 'By model id, sorted by its bytes.'),
});
export type Lock = Static<typeof Lock>;

// The schemas of the transparency log, and of a lock: models with the hash of every file and with its sources, so that
// the same bytes can be fetched again.
import { type Static, Type } from 'typebox';
import type { Address } from '../nouns/address.ts';
import {
  LOCK_FORMAT,
  type LOGGED_DAY_FORMAT,
  type LOGGED_MODEL_FORMAT,
  type LOGGED_WITHDRAWAL_FORMAT,
  PROOF_FORMAT,
} from './formats.ts';
import {
  commit,
  constant,
  countShape,
  listOf,
  mapOf,
  optional,
  parsedAddress,
  part,
  sha256Shape,
  shape,
  textShape,
  url,
} from './notation.ts';

// The leaves need no schemas, because no answer of the API contains one. content/docs/log.md describes their members.

/** The leaf for a model as it is from now on. */
export interface LoggedModel {
  format: typeof LOGGED_MODEL_FORMAT;
  id: string;
  revision: string;
  /** The address of the model object. */
  object: Address;
  /** The SHA-256 of the model's SHA256SUMS. */
  sums: string;
  /** The hosts of the sources that the import lists with exactly these hashes, sorted. */
  sources: string[];
}

/** The leaf for the whole index as it is on a day. The last leaf is always one. */
export interface LoggedDay {
  format: typeof LOGGED_DAY_FORMAT;
  day: string;
  catalog: Address;
  /** The name of the tree: the SHA-256 of its list, on which every built answer depends. */
  tree: string;
  /** The time at which this leaf expires. A hub that still runs logs another leaf before. */
  expires: string;
  /**
   * The number of models in the index, and the root of the Merkle tree over the newest leaf of each model, sorted by
   * the bytes of the id.
   */
  models: { count: number; root: string };
}

/** The leaf for a withdrawal. */
export interface LoggedWithdrawal {
  format: typeof LOGGED_WITHDRAWAL_FORMAT;
  /**
   * The model's id. The member is not called `id`, because the newest leaf with a model's `id` counts as the model's
   * own leaf.
   */
  model: string;
  /** True if the leaf records that the withdrawal was lifted. */
  lifted: boolean;
  /** The day on which the model was withdrawn, or on which the withdrawal was lifted. */
  since: string;
  status: number;
  /** The SHA-256 of the reason. A leaf is permanent, so it must not contain text that somebody wrote. */
  reason: string;
  /** The day from which the model is available again; null if somebody must lift the withdrawal. */
  until: string | null;
}

const leaf = (description: string, leafIs: string, indexIs: string) =>
  Type.Object(
    {
      leaf: textShape(`The leaf, to the byte: ${leafIs}.`),
      index: countShape(indexIs),
      path: listOf(
        Type.String({ contentEncoding: 'base64' }),
        'The hashes that prove it. From the leaf up, each in base64.',
      ),
    },
    { description },
  );

export const ModelProof = shape('ModelProof', 'All that is needed to check files of a model without asking anybody.', {
  format: constant(PROOF_FORMAT, 'The format of this document.'),
  checkpoint: textShape('The log’s newest checkpoint, a C2SP signed note.'),
  model: leaf('The newest leaf of the model.', 'a LoggedModel', 'Which leaf of the log it is, from 0.'),
  day: leaf('The newest day.', 'a LoggedDay', 'Which leaf of the log it is: the last one.'),
  sums: Type.String({ description: 'The model’s SHA256SUMS.' }),
});
export type ModelProof = Static<typeof ModelProof>;

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
  proof: optional(part(ModelProof)),
  revision: commit('The commit.'),
});
export type LockedModel = Static<typeof LockedModel>;

export const Lock = shape('Lock', 'A lock: models to the byte.', {
  format: constant(LOCK_FORMAT, 'The format of this document.'),
  hub: url('The hub that wrote it, without a slash at its end.'),
  models: mapOf(part(LockedModel), 'By model id, sorted by its bytes.'),
});
export type Lock = Static<typeof Lock>;

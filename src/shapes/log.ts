// The schemas of the transparency log, and of a lock: models with the hash of every file and with its sources, so that
// the same bytes can be fetched again.
import { type Static, Type } from 'typebox';
import {
  LOCK_FORMAT,
  LOGGED_DAY_FORMAT,
  LOGGED_MODEL_FORMAT,
  type LOGGED_WITHDRAWAL_FORMAT,
  PROOF_FORMAT,
} from './formats.ts';
import {
  commit,
  constant,
  countShape,
  dayShape,
  instant,
  listOf,
  mapOf,
  modelId,
  optional,
  parsedAddress,
  part,
  sha256Shape,
  shape,
  textShape,
  url,
  vocabulary,
} from './notation.ts';

export const LoggedModel = shape('LoggedModel', 'A leaf of the log: a model as it is from now on.', {
  format: constant(LOGGED_MODEL_FORMAT, 'The format of this leaf.'),
  id: modelId('`owner/name`.'),
  revision: commit('The indexed commit.'),
  object: parsedAddress('The model object.'),
  sums: sha256Shape('SHA-256 of the model’s SHA256SUMS.'),
  sources: listOf(vocabulary('SourceHost'), 'The sources that the import lists with exactly these hashes, sorted.'),
});
export type LoggedModel = Static<typeof LoggedModel>;

export const LoggedDay = shape(
  'LoggedDay',
  'A leaf of the log: the whole index as it is on a day. The last leaf is always one.',
  {
    format: constant(LOGGED_DAY_FORMAT, 'The format of this leaf.'),
    day: dayShape('The day of the index.'),
    catalog: parsedAddress('The catalog of that day.'),
    tree: sha256Shape('The name of the tree: SHA-256 of its list, from which every built answer hangs.'),
    expires: instant('When this leaf expires: a hub that still runs logs another before.'),
    models: Type.Object(
      {
        count: countShape('How many models the index has.'),
        root: sha256Shape(
          'The root of the Merkle tree over the newest leaf of each of them, sorted by the bytes of the id.',
        ),
      },
      { description: 'What is in the index, and what is not.' },
    ),
  },
);
export type LoggedDay = Static<typeof LoggedDay>;

/**
 * The leaf for a withdrawal. It needs no schema, because no answer of the API contains one. content/docs/log.md
 * describes its members.
 */
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

const path = (description: string) =>
  listOf(Type.String({ contentEncoding: 'base64' }), `${description} From the leaf up, each in base64.`);

export const ModelProof = shape('ModelProof', 'All that is needed to check files of a model without asking anybody.', {
  format: constant(PROOF_FORMAT, 'The format of this document.'),
  checkpoint: textShape('The log’s newest checkpoint, a C2SP signed note.'),
  model: Type.Object(
    {
      leaf: textShape('The leaf, to the byte: a LoggedModel.'),
      index: countShape('Which leaf of the log it is, from 0.'),
      path: path('The hashes that prove it.'),
    },
    { description: 'The newest leaf of the model.' },
  ),
  day: Type.Object(
    {
      leaf: textShape('The leaf, to the byte: a LoggedDay.'),
      index: countShape('Which leaf of the log it is: the last one.'),
      path: path('The hashes that prove it.'),
    },
    { description: 'The newest day.' },
  ),
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

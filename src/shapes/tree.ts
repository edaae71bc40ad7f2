// The schemas of a model's files: entries of its tree, sizes, and the body of a paths-info request.
import { type Static, Type } from 'typebox';
import {
  booleanShape,
  choice,
  commit,
  constant,
  countShape,
  dayShape,
  hashed,
  instant,
  listOf,
  modelId,
  optional,
  part,
  sha256Shape,
  shape,
  textShape,
  texts,
  vocabulary,
} from './notation.ts';

const fileHolders = texts(
  'Only where some source lacks a file of the model: the sources that hold this one, as pins spell them.',
);

/** The facts that clients of git-LFS read. */
const lfs = Type.Object(
  {
    oid: sha256Shape('The same SHA-256.'),
    size: countShape('Bytes.'),
    pointerSize: countShape('Bytes of the git-LFS pointer that the raw route answers.'),
  },
  { description: 'On every file, small ones included.' },
);

export const FileEntry = shape('FileEntry', 'A file of a model, with the hash that its bytes must have.', {
  type: constant('file', 'A file.'),
  oid: sha256Shape(
    'SHA-256 of the file’s bytes: what a download is checked against. The public hub has a git SHA-1 of 40 digits here.',
  ),
  size: countShape('Bytes.'),
  path: textShape('The path in the repository.'),
  lfs,
  hashed: optional(hashed),
  sources: optional(fileHolders),
});
export type FileEntry = Static<typeof FileEntry>;

export const DirectoryEntry = shape('DirectoryEntry', 'A folder of a model; listed only when `recursive` is given.', {
  type: constant('directory', 'A folder.'),
  oid: Type.String({
    pattern: '^[0-9a-f]{40}$',
    description: 'SHA-1 over the folder’s sorted lines `path NUL sha256 LF`: stable, and no git tree hash.',
  }),
  size: constant(0, 'A folder has no bytes of its own.'),
  path: textShape('The path in the repository, without a trailing slash.'),
});
export type DirectoryEntry = Static<typeof DirectoryEntry>;

export const TreeEntry = Type.Unsafe<Static<typeof FileEntry> | Static<typeof DirectoryEntry>>({
  title: 'TreeEntry',
  description: 'A file or a folder; `type` says which.',
  // The schema has no `discriminator`: `type` is a constant in both shapes, and validators do not know `mapping`.
  oneOf: [part(FileEntry), part(DirectoryEntry)],
});
export type TreeEntry = Static<typeof TreeEntry>;

export const TreeSize = shape('TreeSize', 'How many bytes a model or one of its folders has.', {
  path: textShape('`/` for the whole model, else the folder without a trailing slash.'),
  size: countShape('Bytes of every file beneath.'),
});

export const PathsInfoRequest = shape('PathsInfoRequest', 'What is asked of paths-info.', {
  paths: Type.Unsafe<string | string[]>({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 1000 }],
    description: 'Paths of files or folders, at most 1,000; those that do not exist are left out of the answer.',
  }),
  expand: optional(booleanShape('True: every entry also names its last commit.')),
});

export const LastCommit = shape('LastCommit', 'What stands for the last commit of a file.', {
  id: commit('The indexed revision: the index knows no other.'),
  title: constant('', 'Empty: the index holds no commit messages.'),
  date: optional(instant('When the model last changed at its origin.')),
});

/** An entry of a paths-info answer: a tree entry, with `lastCommit` if the request had `expand`. */
export const PathInfo = shape('PathInfo', 'A file or folder that was asked for by its path.', {
  ...FileEntry.properties,
  type: choice(['file', 'directory'], 'File or folder.'),
  oid: Type.String({
    pattern: '^([0-9a-f]{64}|[0-9a-f]{40})$',
    description: 'For a file its SHA-256, for a folder a SHA-1 over its files.',
  }),
  size: countShape('Bytes; 0 for a folder.'),
  lfs: optional(lfs),
  lastCommit: optional(part(LastCommit)),
});

/** A row of a hash shard: `[sha256, model, revision, path]`. */
export const HashRow = Type.Unsafe<[sha256: string, model: string, revision: string, path: string]>({
  title: 'HashRow',
  description: 'One file: its SHA-256, the model’s id, the indexed revision, the path.',
  type: 'array',
  minItems: 4,
  maxItems: 4,
  prefixItems: [
    sha256Shape('SHA-256 of the file.'),
    Type.String({ description: 'The model’s id.' }),
    commit('The indexed revision.'),
    Type.String({ description: 'The path in the repository.' }),
  ],
  items: { type: 'string' },
});
export type HashRow = Static<typeof HashRow>;

export const HashPlace = shape('HashPlace', 'A file of a model that has a hash.', {
  id: modelId('The model’s id.'),
  revision: commit('The indexed revision.'),
  path: textShape('The path in the repository.'),
  size: countShape('Bytes.'),
  sources: listOf(vocabulary('SourceHost'), 'The sources that hold it, in the order in which they are preferred.'),
  first_seen: optional(dayShape('The day on which the model first had this file; absent where that is not known.')),
});
export type HashPlace = Static<typeof HashPlace>;

export const KnownHash = shape('KnownHash', 'What the index knows of a SHA-256.', {
  sha256: sha256Shape('The hash that was asked for.'),
  total: countShape('How many files of the index have it.'),
  first_seen: optional(dayShape('The first of the days on which these files came; absent unless all are known.')),
  files: listOf(part(HashPlace), 'The first of them, by the id of the model.'),
});
export type KnownHash = Static<typeof KnownHash>;

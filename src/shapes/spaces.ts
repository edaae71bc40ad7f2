// Spaces: the apps that this service shows.
import { type Static, Type } from 'typebox';
import { SPACES_FORMAT } from './formats.ts';
import { constant, countShape, modelId, part, sha256Shape, textOrNull, textShape } from './notation.ts';

export const SpaceEntry = Type.Object(
  {
    id: textShape('The app stands at `/spaces/<id>/` and is published as the repository `spaces/<id>`.'),
    name: textShape('What it is called.'),
    task: textShape('What it is for, in a word.'),
    tagline: textShape('One sentence.'),
    root: sha256Shape('SHA-256 over the app’s sorted lines `path NUL sha256 LF`.'),
    bytes: countShape('Bytes of all files.'),
    files: countShape('How many files.'),
    models: Type.Array(modelId('A model’s id.'), { description: 'Models that it runs.' }),
    modelHost: textOrNull('Where those models come from; null without models.'),
    modelBytes: countShape('Bytes of those models that a browser loads.'),
    source: textShape('Where its source text lies.'),
    requires: Type.Array(Type.String(), { description: 'What the browser must be able to do beyond the usual.' }),
    entry: textShape('The page to open.'),
  },
  { title: 'SpaceEntry', description: 'One app.' },
);
export type SpaceEntry = Static<typeof SpaceEntry>;

export const SpacesCatalog = Type.Object(
  {
    format: constant(SPACES_FORMAT, 'The format of this document.'),
    spaces: Type.Array(part(SpaceEntry), { description: 'Every app.' }),
  },
  { title: 'SpacesCatalog', description: 'The apps that run in a browser.' },
);
export type SpacesCatalog = Static<typeof SpacesCatalog>;

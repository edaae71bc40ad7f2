// The schemas of spaces, which are the apps that this service shows.
import { type Static, Type } from 'typebox';
import { SPACES_FORMAT } from './formats.ts';
import { constant, countShape, listOf, modelId, part, sha256Shape, shape, textOrNull, textShape } from './notation.ts';

export const SpaceEntry = shape('SpaceEntry', 'One app.', {
  id: textShape('The app stands at `/spaces/<id>/` and is published as the repository `spaces/<id>`.'),
  name: textShape('What it is called.'),
  task: textShape('What it is for, in a word.'),
  tagline: textShape('One sentence.'),
  root: sha256Shape('SHA-256 over the app’s sorted lines `path NUL sha256 LF`.'),
  bytes: countShape('Bytes of all files.'),
  files: countShape('How many files.'),
  models: listOf(modelId('A model’s id.'), 'Models that it runs.'),
  modelHost: textOrNull('Where those models come from; null without models.'),
  modelBytes: countShape('Bytes of those models that a browser loads.'),
  source: textShape('Where its source text lies.'),
  requires: listOf(Type.String(), 'What the browser must be able to do beyond the usual.'),
  entry: textShape('The page to open.'),
});
export type SpaceEntry = Static<typeof SpaceEntry>;

export const SpacesCatalog = shape('SpacesCatalog', 'The apps that run in a browser.', {
  format: constant(SPACES_FORMAT, 'The format of this document.'),
  spaces: listOf(part(SpaceEntry), 'Every app.'),
});
export type SpacesCatalog = Static<typeof SpacesCatalog>;

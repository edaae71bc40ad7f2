// What `/spaces/spaces.json` answers: the apps that this service shows (decision 0027).
import type { SPACES_FORMAT } from './formats.ts';

/** One app. */
export interface SpaceEntry {
  /** A lowercase word: the app stands at `/spaces/<id>/` and is published as `spaces/<id>`. */
  id: string;
  name: string;
  /** What it is for, as one word such as `verification`. */
  task: string;
  /** One sentence. */
  tagline: string;
  /** SHA-256 over the app's file map: `path NUL sha256 LF` of each file, sorted by the bytes of the path. */
  root: string;
  /** Bytes of all files. */
  bytes: number;
  /** How many files. */
  files: number;
  /** Ids of the models it runs; none when it runs none. */
  models: string[];
  /** Where those models come from; null without models. */
  modelHost: string | null;
  /** Bytes of those models that a visitor's browser loads. */
  modelBytes: number;
  /** Where its source text lies: a folder of this service's own repository, or a URL. */
  source: string;
  /** What the browser must be able to do beyond the usual, such as `webgpu`. */
  requires: string[];
  /** The page to open: a path of this service. */
  entry: string;
}

export interface SpacesCatalog {
  format: typeof SPACES_FORMAT;
  spaces: SpaceEntry[];
}

// What the log says, leaf by leaf (decision 0034): canonical JSON that states its format.
import { canonicalJson } from '../basics/canonical-json.ts';
import { isSha256 } from '../nouns/sha256.ts';
import type { LoggedDay, LoggedModel } from '../shapes/dialects/log.ts';
import { LOGGED_DAY_FORMAT, LOGGED_MODEL_FORMAT } from '../shapes/formats.ts';

export type Leaf = LoggedDay | LoggedModel;

/** The bytes of a leaf, as text. */
export function formatLeaf(leaf: Leaf): string {
  return canonicalJson(leaf);
}

/** Reads a leaf; undefined where it is of no format that we know, lacks something, or is spelled in another way. */
export function parseLeaf(text: string): Leaf | undefined {
  try {
    const leaf = JSON.parse(text) as Leaf;
    return (isModel(leaf) || isDay(leaf)) && formatLeaf(leaf) === text ? leaf : undefined;
  } catch {
    return undefined;
  }
}

const areTexts = (...values: unknown[]) => values.every((value) => typeof value === 'string');

function isModel(leaf: Leaf): leaf is LoggedModel {
  if (leaf.format !== LOGGED_MODEL_FORMAT) return false;
  const { id, revision, object, sums, sources } = leaf;
  return areTexts(id, revision, object, ...sources) && isSha256(sums);
}

function isDay(leaf: Leaf): leaf is LoggedDay {
  if (leaf.format !== LOGGED_DAY_FORMAT) return false;
  const { day, catalog, tree, expires, models } = leaf;
  return (
    areTexts(day, catalog, expires) && isSha256(tree) && isSha256(models.root) && Number.isSafeInteger(models.count)
  );
}

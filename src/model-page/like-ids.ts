// Finds similar ids by the pairs of letters that they share (Dice's coefficient).
import { idParts } from '../nouns/model-id.ts';

/** The maximum number of ids to show, and the minimum similarity of each; equal ids have the similarity 1.25. */
const [MOST, LEAST] = [5, 0.4];

/**
 * Gives those of `ids` that are similar to `id`, the most similar first. The names count four times as much as the
 * owners.
 */
export function likeIds(id: string, ids: readonly string[]): string[] {
  const [owner, name] = partsOf(id);
  const liked = ids.map((other) => {
    const [otherOwner, otherName] = partsOf(other);
    return { other, like: likeness(name, otherName) + likeness(owner, otherOwner) / 4 };
  });
  return liked
    .filter(({ like }) => like >= LEAST)
    .sort((one, two) => two.like - one.like || (one.other < two.other ? -1 : 1))
    .slice(0, MOST)
    .map(({ other }) => other);
}

/** Gives the owner and the name in lower case, without separators. */
function partsOf(id: string): [owner: string, name: string] {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const { owner, name } = idParts(id);
  return [plain(owner), plain(name)];
}

/** Gives the similarity of two texts, from 0 to 1. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const left = pairsOf(one);
  const all = left.length + Math.max(0, other.length - 1);
  let shared = 0;
  for (const pair of pairsOf(other)) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return all === 0 ? 0 : (2 * shared) / all;
}

const pairsOf = (text: string) =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));

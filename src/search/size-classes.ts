// Classes of size that models are counted and filtered by, in decimal gigabytes of one copy's weights.

const GIGABYTE = 1e9;
const BOUNDS = [0, 1, 4, 8, 16, 40, 100] as const;

/** The class of a model whose weights are unknown, or that has none. */
const UNKNOWN_SIZE = 'unknown';

/** Every class, small ones first: `4-8` is from 4 GB up to, not including, 8 GB; `100-` has no end. */
export const SIZE_CLASSES: readonly string[] = [
  ...BOUNDS.map((bound, at) => `${bound}-${BOUNDS[at + 1] ?? ''}`),
  UNKNOWN_SIZE,
];

/** The class of so many bytes of weights. */
export function sizeClass(bytes: number | undefined): string {
  if (!bytes) return UNKNOWN_SIZE;
  return SIZE_CLASSES[BOUNDS.findLastIndex((bound) => bytes >= bound * GIGABYTE)]!;
}

/** The class in words: `4 to 8 GB`. */
export function sizeClassLabel(name: string): string {
  const [from, to] = name.split('-');
  if (to === undefined) return 'Unknown';
  if (to === '') return `${from} GB and more`;
  return from === '0' ? `Under ${to} GB` : `${from} to ${to} GB`;
}

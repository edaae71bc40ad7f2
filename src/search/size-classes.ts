// Classes of size by which models are counted and filtered, in decimal gigabytes of one copy's weights.

const GIGABYTE = 1e9;
const BOUNDS = [0, 1, 4, 8, 16, 40, 100] as const;

/** The class of a model without weights, or with unknown ones. */
const UNKNOWN_SIZE = 'unknown';

/** Every class, small ones first: `4-8` means at least 4 GB and less than 8 GB; `100-` has no end. */
export const SIZE_CLASSES: readonly string[] = [
  ...BOUNDS.map((bound, at) => `${bound}-${BOUNDS[at + 1] ?? ''}`),
  UNKNOWN_SIZE,
];

/** Gives the class of this many bytes of weights. */
export function sizeClass(bytes: number | undefined): string {
  if (!bytes) return UNKNOWN_SIZE;
  return SIZE_CLASSES[BOUNDS.findLastIndex((bound) => bytes >= bound * GIGABYTE)]!;
}

/** Describes the class in words: `4 to 8 GB`. */
export function sizeClassLabel(name: string): string {
  const [from, to] = name.split('-');
  if (to === undefined) return 'Unknown';
  if (to === '') return `${from} GB and more`;
  return from === '0' ? `Under ${to} GB` : `${from} to ${to} GB`;
}

// The choices that a search offers: orders, groups of values, and the classes of the two groups of numbers. One kind of
// class is for the size of one copy in gigabytes, and one for the number of parameters in billions.

/** The accepted values of `sort`, and the fact by which each of them sorts. */
export const SORT_NAMES = {
  downloads: 'downloads',
  likes: 'likes',
  trendingScore: 'trendingScore',
  trending_score: 'trendingScore',
  createdAt: 'createdAt',
  created_at: 'createdAt',
} as const;

/** The values of `order`: orders for which the public hub has no name. */
export const ORDERS = ['size', 'parameters', 'updated'] as const;

/** The groups in which a visitor may choose several values, by the names of their query parameters. */
export const CHOICE_GROUPS = [
  'pipeline_tag',
  'library',
  'license',
  'format',
  'language',
  'size',
  'parameters',
  'quant',
  'held',
] as const;
export type ChoiceGroup = (typeof CHOICE_GROUPS)[number];

/**
 * The choice that finds models without a value in a group. The groups of numbers have a class `unknown` for such models
 * instead.
 */
export const NOT_STATED = 'not-stated';

const BILLION = 1e9;
/** The class of a model whose number is unknown, or 0. */
const UNKNOWN = 'unknown';

/**
 * Makes the classes between these bounds, in billions. `4-8` means at least 4 and less than 8. The last class of
 * numbers has no upper limit.
 */
function classesBetween(bounds: readonly number[], unit: string) {
  const names: readonly string[] = [...bounds.map((bound, at) => `${bound}-${bounds[at + 1] ?? ''}`), UNKNOWN];
  return {
    /** Every class: the lowest first, and the class `unknown` last. */
    names,
    /** Returns the class of a number. */
    of: (value: number | undefined): string =>
      value ? names[bounds.findLastIndex((bound) => value >= bound * BILLION)]! : UNKNOWN,
    /** Returns a class in words, such as `4 to 8 GB`. */
    label(name: string): string {
      const [from, to] = name.split('-');
      if (to === undefined) return 'Unknown';
      if (to === '') return `${from}${unit} and more`;
      return from === '0' ? `Under ${to}${unit}` : `${from} to ${to}${unit}`;
    },
  };
}

export const {
  names: SIZE_CLASSES,
  of: sizeClass,
  label: sizeClassLabel,
} = classesBetween([0, 1, 4, 8, 16, 40, 100], ' GB');

export const parameterClasses = classesBetween([0, 1, 3, 8, 30, 100], 'B');

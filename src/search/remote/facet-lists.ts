// Counts the rows that have each value of a group, by means of lists of rows. The lists of all values lie together in
// one part of each segment's lists file.
import { own } from '../../basics/own.ts';
import { compareBytewise } from '../../nouns/file-path.ts';
import { NOT_STATED } from '../choices.ts';
import { FORMATS, isLanguage, LICENSE } from '../facet-groups.ts';
import { FACET_GROUPS, type FacetGroup, type FacetValue, inOrder, isOrdered, mostFrequent } from '../facets.ts';
import { wordsFor } from '../parts/bitmap.ts';
import { parameterClasses, SIZE_CLASSES } from '../size-classes.ts';
import { type CodedList, countIn } from './coded-list.ts';

/** Returns the group and the value for which the list with this key was made; undefined if its value is not counted. */
export function countedIn(key: string): { group: FacetGroup; text: string } | undefined {
  const field = key.slice(0, key.indexOf(':'));
  const text = key.slice(field.length + 1);
  if (field === 'unstated') return { group: text as FacetGroup, text: NOT_STATED };
  if (field !== 'tag') {
    const group = FACET_GROUPS.find((one) => one === field);
    return group && { group, text };
  }
  if (text.startsWith(LICENSE)) return { group: 'license', text };
  if (FORMATS.has(text)) return { group: 'format', text };
  return isLanguage(text) ? { group: 'language', text } : undefined;
}

/** For one segment, a list of rows for each counted value. `first` is the first slot of the segment. */
interface CountedSegment {
  first: number;
  rows: number;
  lists: ReadonlyMap<string, CodedList>;
}

interface Value {
  text: string;
  isStated: boolean;
  /** The number of live rows with the value. */
  count: number;
  lists: { at: CountedSegment; list: CodedList }[];
}

export class FacetLists {
  readonly #values: Record<FacetGroup, Value[]>;

  /** Counts the live rows of each value. `live` has the slots of the live rows, as a bitmap. */
  constructor(segments: readonly CountedSegment[], live: Uint32Array) {
    const found = new Map<string, Value & { group: FacetGroup }>();
    for (const at of segments)
      for (const [key, list] of at.lists) {
        const { group, text } = countedIn(key)!;
        const value = found.get(key) ?? { group, text, isStated: !key.startsWith('unstated'), count: 0, lists: [] };
        value.lists.push({ at, list });
        found.set(key, value);
      }
    for (const value of found.values()) value.count = countAmong(value, live);
    const groups = Map.groupBy(found.values(), ({ group }) => group);
    this.#values = Object.fromEntries(
      FACET_GROUPS.map((group) => [group, counted(group, groups.get(group) ?? [])]),
    ) as Record<FacetGroup, Value[]>;
  }

  /**
   * Counts, for each value of a group, the slots in a bitmap whose rows have the value. Leaves out values that no row
   * has.
   */
  count(group: FacetGroup, slots: Uint32Array): FacetValue[] {
    const values = this.#values[group].map((value): FacetValue => [value.text, countAmong(value, slots)]);
    return inOrder(
      group,
      values.filter(([, count]) => count > 0),
    );
  }
}

/** Returns the counted values of a group, in the order in which the index in memory has them. */
function counted(group: FacetGroup, values: Value[]): Value[] {
  const order = own({ format: [...FORMATS], size: SIZE_CLASSES, parameters: parameterClasses.names }, group);
  values.sort((one, other) =>
    order ? order.indexOf(one.text) - order.indexOf(other.text) : compareBytewise(one.text, other.text),
  );
  const isStated = values.filter((value) => value.isStated);
  return [...(isOrdered(group) ? isStated : mostFrequent(isStated)), ...values.filter((value) => !value.isStated)];
}

const countAmong = ({ lists }: Pick<Value, 'lists'>, slots: Uint32Array) =>
  lists.reduce((sum, { at: { first, rows }, list }) => {
    const from = first >>> 5;
    return sum + countIn(list, slots.subarray(from, from + wordsFor(rows)));
  }, 0);

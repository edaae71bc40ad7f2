// The choice of several values in one group of filters. A row must have one of the chosen values. If `NOT_STATED` is
// among them, a row without any value matches too.
import { CHOICE_GROUPS, type ChoiceGroup, NOT_STATED } from '../nouns/search-choices.ts';
import { FORMATS, isLanguage, LICENSE } from './facet-groups.ts';
import type { TermField } from './terms.ts';

/** The chosen values by group. A group without chosen values adds no condition. */
export type Choices = Partial<Record<ChoiceGroup, readonly string[]>>;

/** Returns the values except `NOT_STATED`. */
export function stated<V extends readonly [string, ...unknown[]]>(values: readonly V[]): V[] {
  return values.filter(([value]) => value !== NOT_STATED);
}

/** Lists, for each group with chosen values, the terms of these values. A row must have one of them. */
export function choiceTerms(choices: Choices = {}): [TermField, string][][] {
  return CHOICE_GROUPS.flatMap((group) => {
    const values = choices[group] ?? [];
    return values.length === 0 ? [] : [values.map((value) => choiceTerm(group, value))];
  });
}

function choiceTerm(group: ChoiceGroup, value: string): [TermField, string] {
  if (value === NOT_STATED && group !== 'size' && group !== 'parameters') return ['unstated', group];
  // The value may be the bare id of a licence, such as `mit`, or the whole tag, such as `license:mit`.
  if (group === 'license') return ['tag', value.startsWith(LICENSE) ? value : LICENSE + value];
  return group === 'format' || group === 'language' ? ['tag', value] : [group, value];
}

/** The facts of a row that may be missing. */
interface MaybeStated {
  task: string | undefined;
  library: string | undefined;
  tags: readonly string[];
  quants: readonly string[];
  held: readonly string[];
}

/** Lists the groups in which a row has no value. */
export function unstatedGroups({ task, library, tags, quants, held }: MaybeStated): ChoiceGroup[] {
  return [
    ...(task === undefined ? (['pipeline_tag'] as const) : []),
    ...(library === undefined ? (['library'] as const) : []),
    ...(tags.some((tag) => tag.startsWith(LICENSE)) ? [] : (['license'] as const)),
    ...(tags.some((tag) => FORMATS.has(tag)) ? [] : (['format'] as const)),
    ...(tags.some(isLanguage) ? [] : (['language'] as const)),
    ...(quants.length > 0 ? [] : (['quant'] as const)),
    ...(held.length > 0 ? [] : (['held'] as const)),
  ];
}

// The choice of several values in one group of filters. A row must have one of the chosen values. If `NOT_STATED` is
// among them, a row without any value matches too.
import { CHOICE_GROUPS, type ChoiceGroup, NOT_STATED } from '../nouns/search-choices.ts';
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
  const stated = {
    pipeline_tag: task !== undefined,
    library: library !== undefined,
    license: tags.some((tag) => tag.startsWith(LICENSE)),
    format: tags.some((tag) => FORMATS.has(tag)),
    language: tags.some(isLanguage),
    quant: quants.length > 0,
    held: held.length > 0,
  };
  return (Object.keys(stated) as (keyof typeof stated)[]).filter((group) => !stated[group]);
}

/** The start of a tag that names a licence. */
export const LICENSE = 'license:';

/** Returns the id of the licence that one of these tags names; undefined if no tag names one. */
export const licenceIn = (tags: readonly string[] = []): string | undefined =>
  tags.find((tag) => tag.startsWith(LICENSE))?.slice(LICENSE.length);

/** The tags that name a format of weights. */
export const FORMATS: ReadonlySet<string> = new Set([
  'safetensors',
  'gguf',
  'onnx',
  'pytorch',
  'mlx',
  'tf',
  'jax',
  'tflite',
  'coreml',
  'openvino',
  'ggml',
  'gptq',
  'awq',
  'exl2',
  'nemo',
  'tensorrt',
  'paddlepaddle',
]);

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * True for a language code of two letters (ISO 639-1). Longer codes are not recognised, because they could be other
 * tags.
 */
export function isLanguage(tag: string): boolean {
  return languageName(tag) !== undefined;
}

/** Returns the English name of a language code of two letters; undefined for any other tag. */
export function languageName(tag: string): string | undefined {
  return /^[a-z]{2}$/.test(tag) ? names.of(tag) : undefined;
}

/** Lists every language code of two letters. */
export function languages(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isLanguage);
}

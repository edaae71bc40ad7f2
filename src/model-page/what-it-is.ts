// Describes a model in one line from its facts.

import { compact, counted } from '../model/figures.ts';
import { formatName } from '../model/weight-formats.ts';
import { taskTitle } from '../nouns/task-title.ts';
import { type ModelPage, pageTotals } from './model-page.ts';
import { pageAdapter } from './page-adapter.ts';

/** The maximum number of formats named. */
const MOST_FORMATS = 3;

/**
 * Writes one line: the model's task, parameters, library, and the formats of its weights. Leaves out what is unknown.
 * If all of it is unknown, writes the number of files.
 */
export function whatItIs(model: ModelPage): string {
  const { task, parameters, library } = model;
  const formats = formatsOf(model);
  const parts = [
    pageAdapter(model) ? 'Adapter' : undefined,
    task === undefined ? undefined : taskTitle(task),
    parameters === undefined ? undefined : `${compact(parameters)} parameters`,
    library === undefined || isFormat(library) ? undefined : library,
    formats.length === 0 ? undefined : listed(formats),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? `${counted(pageTotals(model).files, 'file')} of unknown use` : parts.join(' · ');
}

/**
 * Names the formats of the weights: that of the usual copy first, then the largest. Leaves out formats that only
 * training needs, ONNX variants, and `other`.
 */
function formatsOf({ formats, copy }: ModelPage): string[] {
  const isUsual = (format: string) => Number(format === copy?.format);
  return Object.entries(formats)
    .filter(([format]) => !['optimizer', 'training_state', 'onnx_variants', 'other'].includes(format))
    .sort(([one, size], [other, otherSize]) => isUsual(other) - isUsual(one) || otherSize - size)
    .slice(0, MOST_FORMATS)
    .map(([format]) => formatName(format));
}

/** True if `library` is really the name of a format, which hubs write for a model without a particular library. */
const isFormat = (library: string) => /^(gguf|safetensors|onnx|pytorch)$/.test(library);

/** Joins words: `a`, `a and b`, `a, b and c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

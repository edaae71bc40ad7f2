// Describes a model in one sentence from its facts.

import { isAdapter } from '../model/adapter.ts';
import { compact, counted } from '../model/figures.ts';
import { formatName } from '../model/weight-formats.ts';
import { listed } from '../nouns/licences.ts';
import { doesWhat } from '../nouns/tasks.ts';
import { type ModelPage, pageTotals } from './model-page.ts';

/** The most formats that are named, the largest first. */
const MOST_FORMATS = 3;

/** Makes one sentence: the model's task, its parameters, its library, the formats of its weights, as far as known. */
export function whatItIs(model: ModelPage): string {
  const { task, parameters, library } = model;
  const does = task === undefined ? undefined : (doesWhat(task) ?? `does ${task}`);
  const formats = formatsOf(model);
  const parts = [
    parameters === undefined ? undefined : `with ${compact(parameters)} parameters`,
    library === undefined || isFormat(library) ? undefined : `for the library ${library}`,
    formats.length === 0 ? undefined : `with weights as ${listed(formats)}`,
  ].filter((part) => part !== undefined);
  if (does === undefined && parts.length === 0)
    return `A model of ${counted(pageTotals(model).files, 'file')}; nothing more is known of it here.`;
  const behind = parts.length === 0 ? '' : does === undefined ? ` ${parts.join(', ')}` : `, ${parts.join(', ')}`;
  return `${isAdapter(model.files) ? 'An adapter' : 'A model'}${does === undefined ? '' : ` that ${does}`}${behind}.`;
}

/**
 * Names the formats of its weights: that of the usual copy first, then the largest. Leaves out those that only training
 * needs.
 */
function formatsOf({ formats, copy }: ModelPage): string[] {
  const isUsual = (format: string) => Number(format === copy?.format);
  return Object.entries(formats)
    .filter(([format]) => !['optimizer', 'training_state', 'onnx_variants', 'other'].includes(format))
    .sort(([one, size], [other, otherSize]) => isUsual(other) - isUsual(one) || otherSize - size)
    .slice(0, MOST_FORMATS)
    .map(([format]) => formatName(format));
}

/** Hubs name a format here for a model without a particular library. */
const isFormat = (library: string) => /^(gguf|safetensors|onnx|pytorch)$/.test(library);

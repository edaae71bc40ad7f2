// Describes a model from its facts: in one line for its page, in one sentence for search engines and links on other
// sites, and where its hashes come from.
import { bytes, compact, counted } from '../model/figures.ts';
import { formatName } from '../model/weight-formats.ts';
import type { HashedCounts } from '../nouns/address.ts';
import { taskTitle } from '../nouns/tasks.ts';
import { pageAdapter } from './base-models.ts';
import { type ModelPage, pageTotals } from './model-page.ts';

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

/** Names the model's task, size and licence, and how many sources hold every file. Leaves out what is unknown. */
export function modelSummary(model: ModelPage): string {
  const { id, task, parameters, copy, license, sources, isDirect } = model;
  const total = pageTotals(model);
  const whole = sources.filter(({ files }) => files === undefined).length;
  const facts = [
    task,
    parameters === undefined ? undefined : `${compact(parameters)} parameters`,
    copy && `${bytes(copy.bytes)} of weights for one copy`,
    `${bytes(total.bytes)} in ${counted(total.files, 'file')}`,
    license && `licence ${license}`,
  ].filter(Boolean);
  return (
    `${id}: ${facts.join(', ')}. The SHA-256 of every file, ${counted(whole, 'source')}, and commands ` +
    `for ${isDirect ? 'curl and aria2' : 'hf, Ollama, llama.cpp and others'}.`
  );
}

/** Says how many files were hashed for this index, and for how many files a source declares the hash. */
export function hashedInWords({ read, declared }: HashedCounts): string {
  const sentences = [
    ...(read > 0 ? [`${counted(read, 'file')} ${read === 1 ? 'was' : 'were'} read and hashed for this index.`] : []),
    ...(declared > 0 ? [`A source declares the hash of ${counted(declared, 'file')}.`] : []),
  ];
  return sentences.join(' ');
}

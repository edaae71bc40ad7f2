// Describes a model: in one sentence for its page, in another for search engines and links on other
// sites, and where its hashes come from.
import { adapterLoader } from '../model/adapter.ts';
import { bytes, compact, counted } from '../model/figures.ts';
import { BESIDE_OTHERS, formatName } from '../model/weight-formats.ts';
import type { HashedCounts } from '../nouns/address.ts';
import { idParts } from '../nouns/model-id.ts';
import { doesWhat, taskTitle } from '../nouns/tasks.ts';
import { type ModelPage, pageTotals } from './model-page.ts';

/** The maximum number of formats named. */
const MOST_FORMATS = 3;
/** Joins words: `a`, `a and b`, `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');

/**
 * Says in one sentence what the model does: in its authors' words if it has a card, otherwise by its size, its maker
 * and its task, or its formats if no task is known.
 */
export function whatItDoes(model: ModelPage): string {
  const { id, task, card, header, parameters = header?.parameterCount } = model;
  if (card?.lead !== undefined) return card.lead;
  const formats = formatsOf(model);
  const does = task && (doesWhat(task) ?? `is for ${taskTitle(task).toLowerCase()}`);
  const holds = formats.length > 0 ? `, in ${LIST.format(formats)}` : ` of ${counted(pageTotals(model).files, 'file')}`;
  return [
    adapterLoader(model) ? 'An adapter' : 'A model',
    parameters === undefined ? '' : ` of ${compact(parameters)} parameters`,
    ` by ${idParts(id).owner}${does ? ` that ${does}` : holds}.`,
  ].join('');
}

/**
 * Names the formats of the weights: that of the usual copy first, then the largest. Leaves out formats that only
 * training needs, ONNX variants, and `other`.
 */
function formatsOf({ formats, copy }: ModelPage): string[] {
  const isUsual = (format: string) => Number(format === copy?.format);
  return Object.entries(formats)
    .filter(([format]) => !BESIDE_OTHERS.includes(format))
    .sort(([one, size], [other, otherSize]) => isUsual(other) - isUsual(one) || otherSize - size)
    .slice(0, MOST_FORMATS)
    .map(([format]) => formatName(format));
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
    `for ${isDirect ? 'curl' : 'hf, Ollama, llama.cpp and others'}.`
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

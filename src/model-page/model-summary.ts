// Sums up a model in one sentence, for search engines and links on other sites.

import { bytes, compact, counted } from '../model/figures.ts';
import { type ModelPage, pageTotals } from './model-page.ts';

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

// Writes what the header of a weight file says: for GGUF its metadata, for safetensors the number of values of each
// data type.

import { type Html, html } from '../../basics/html.ts';
import { bytes, compact, count, counted } from '../../model/figures.ts';
import type { ModelPage, PageFile } from '../../model-page/model-page.ts';
import type { PageHeader } from '../../model-page/page-history.ts';
import { fileTypeLabel } from '../../nouns/quant.ts';
import { factsHtml } from '../model/facts-html.ts';

/**
 * Makes the facts of the header for the row of a file. The page has them for one GGUF file, and for the first
 * safetensors file of one copy; undefined for any other file.
 */
export function headerOfFile({ header, tensors, copy }: ModelPage, { path }: PageFile): Html | undefined {
  if (header?.path === path) return ggufFacts(header);
  return tensors && copy?.format === 'safetensors' && copy.paths[0] === path ? tensorFacts(tensors) : undefined;
}

function ggufFacts(header: PageHeader): Html {
  const { known, fileType, parameterCount, contextLength, template } = header;
  const type = fileType === undefined ? undefined : (fileTypeLabel(fileType) ?? fileType);
  const facts: [label: string, value: string | number | undefined][] = [
    ['Architecture', header.architecture],
    ['Name', header.name],
    ['Type', type],
    ['Parameters', parameterCount === undefined ? undefined : `${count(parameterCount)} (${compact(parameterCount)})`],
    ['Context', contextLength === undefined ? undefined : counted(contextLength, 'token')],
    ['Layers', header.layerCount],
    ['Heads of keys and values', header.keyValueHeads],
    ['Values a head', header.headSize],
    ['Chat template', template === undefined ? undefined : `${counted(template, 'character')} of Jinja`],
    ['Token before the input', header.bosToken],
    ['Token behind an answer', header.eosToken],
  ];
  const others = known > 1 ? ` Headers of ${counted(known - 1, 'other file')} are known too.` : '';
  return html`<dl class="figures header-facts">${shown(facts)}</dl><p class="note">As its header says.${others}</p>`;
}

/** The bytes of one value of each data type that is not packed. */
const SIZES = new Map([
  ...(['F64', 'I64', 'U64'] as const).map((type) => [type, 8] as const),
  ...(['F32', 'I32', 'U32'] as const).map((type) => [type, 4] as const),
  ...(['F16', 'BF16', 'I16', 'U16'] as const).map((type) => [type, 2] as const),
  ...(['F8_E4M3', 'F8_E5M2', 'I8', 'U8', 'BOOL'] as const).map((type) => [type, 1] as const),
] as [string, number][]);

function tensorFacts(tensors: Record<string, number>): Html {
  const facts = Object.entries(tensors)
    .sort(([, one], [, other]) => other - one)
    .map(([type, values]): [string, string] => {
      const size = SIZES.get(type);
      return [type, `${counted(values, 'value')}${size === undefined ? '' : `, ${bytes(size * values)}`}`];
    });
  return html`<dl class="figures header-facts">${shown(facts)}</dl><p class="note">As the headers of the files of one
    copy declare.</p>`;
}

const shown = (facts: readonly [label: string, value: string | number | undefined][]) =>
  factsHtml(facts.map(([label, value]) => [label, value === undefined ? undefined : html`${value}`]));

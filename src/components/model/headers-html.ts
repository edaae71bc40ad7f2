// Shows the content of the headers of weight files as tables: for GGUF its metadata, for safetensors the values by data
// type.

import { type Html, html } from '../../basics/html.ts';
import { bytes, compact, count, counted } from '../../model/figures.ts';
import type { ModelPage } from '../../model-page/model-page.ts';
import type { PageHeader } from '../../model-page/page-details.ts';
import { fileTypeLabel } from '../../nouns/quant.ts';

/** Makes both tables, as far as headers were read; undefined if none was. */
export function headersHtml({ header, tensors }: ModelPage): Html | undefined {
  if (!header && !tensors) return undefined;
  return html`<div class="headers">${header ? ggufTable(header) : ''}${tensors ? tensorsTable(tensors) : ''}</div>`;
}

function ggufTable(header: PageHeader): Html {
  const { path, known, fileType, parameterCount, contextLength, template } = header;
  const type = fileType === undefined ? undefined : (fileTypeLabel(fileType) ?? fileType);
  const rows: [label: string, value: string | number | undefined][] = [
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
  const told = rows.flatMap(([label, value]) =>
    value === undefined ? [] : [html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`],
  );
  const others = known > 1 ? ` Headers of ${counted(known - 1, 'other file')} are known too.` : '';
  return html`<div><table class="header-table"><caption>GGUF: <code><bdi>${path}</bdi></code></caption><tbody>${told}
    </tbody></table><p class="note">As the file itself says.${others}</p></div>`;
}

/** The bytes of a value of each unpacked type. */
const SIZES = new Map([
  ...(['F64', 'I64', 'U64'] as const).map((type) => [type, 8] as const),
  ...(['F32', 'I32', 'U32'] as const).map((type) => [type, 4] as const),
  ...(['F16', 'BF16', 'I16', 'U16'] as const).map((type) => [type, 2] as const),
  ...(['F8_E4M3', 'F8_E5M2', 'I8', 'U8', 'BOOL'] as const).map((type) => [type, 1] as const),
] as [string, number][]);

function tensorsTable(tensors: Record<string, number>): Html {
  const rows = Object.entries(tensors)
    .sort(([, one], [, other]) => other - one)
    .map(([type, values]) => {
      const size = SIZES.get(type);
      return html`<tr><th scope="row">${type}</th><td>${count(values)}</td><td>${size === undefined ? '' : bytes(size * values)}</td></tr>`;
    });
  return html`<div><table class="header-table"><caption>safetensors: values by data type</caption><thead><tr>
    <th scope="col">Type</th><th scope="col">Values</th><th scope="col">Bytes</th></tr></thead><tbody>${rows}</tbody>
    </table><p class="note">The files of one copy, as their headers declare them.</p></div>`;
}

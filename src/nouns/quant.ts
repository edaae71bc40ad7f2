// Quantisations of GGUF files: read off a file's name as the public hub reads them, and put in order of size.

import { findNearestQuantType, GGMLFileQuantizationType, GGUF_QUANT_RE, parseGGUFQuantLabel } from '@huggingface/gguf';
import { own } from '../basics/own.ts';

/** A tag of a registry is at most this long (OCI distribution, "Pulling manifests"). */
const MAX_LABEL = 128;

/**
 * The quantisation that a path names, in upper case: the last one in it, with a `UD-` before it or a size behind it
 * (`UD-Q4_K_XL`). Undefined when it names none.
 */
export function quantLabel(path: string): string | undefined {
  const label = parseGGUFQuantLabel(path);
  return label !== undefined && label.length <= MAX_LABEL ? label : undefined;
}

/** The name of a GGUF header's `general.file_type`; undefined for a number without a name. */
export function fileTypeLabel(fileType: number): string | undefined {
  return GGMLFileQuantizationType[fileType];
}

/**
 * Gives the one of `labels` that is nearest to `wanted`: the largest that is not larger, else the smallest of all; the
 * first in the list where several are one type. Undefined when the order of sizes has none of them.
 */
export function nearestQuant(wanted: string, labels: string[]): string | undefined {
  const types = labels.map(quantType);
  const near = findNearestQuantType(
    quantType(wanted)!,
    types.filter((type) => type !== undefined),
  );
  return near === undefined ? undefined : labels[types.indexOf(near)];
}

const byName = GGMLFileQuantizationType as unknown as Record<string, GGMLFileQuantizationType | undefined>;

/** The type a label stands for, what it is called besides left aside: `UD-Q4_K_M` is Q4_K_M, `Q2_K_L` is Q2_K. */
function quantType(label: string): GGMLFileQuantizationType | undefined {
  const { quant } = GGUF_QUANT_RE.exec(label)?.groups ?? {};
  // A file is named for the type of its experts, its header for the mix.
  if (quant === 'MXFP4') return GGMLFileQuantizationType.MXFP4_MOE;
  return own(byName, label.replace(/^UD-/, '')) ?? own(byName, quant ?? '');
}

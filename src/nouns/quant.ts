// Quantisations of GGUF files: read from file names as on the public hub, and sorted by size.

import { findNearestQuantType, GGMLFileQuantizationType, GGUF_QUANT_RE, parseGGUFQuantLabel } from '@huggingface/gguf';
import { own } from '../basics/own.ts';

/** The maximum length in characters of a registry's tag (OCI distribution, "Pulling manifests"). */
const MAX_LABEL = 128;

/**
 * Gives the last quantisation in a path, in upper case, with a `UD-` before it or a size after it (`UD-Q4_K_XL`).
 * Undefined if there is none.
 */
export function quantLabel(path: string): string | undefined {
  const label = parseGGUFQuantLabel(path);
  return label !== undefined && label.length <= MAX_LABEL ? label : undefined;
}

/** Gives the name for the number in a GGUF header's `general.file_type`; undefined for a number without a name. */
export function fileTypeLabel(fileType: number): string | undefined {
  return GGMLFileQuantizationType[fileType];
}

/**
 * Gives the one of `labels` whose type is nearest in size to the type of `wanted`: the largest that is not larger than
 * `wanted`, or the smallest if all are larger. The first label with that type counts. Undefined if no label has a known
 * type.
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

/** Gives the type of a label without its additions: `UD-Q4_K_M` is Q4_K_M, `Q2_K_L` is Q2_K. */
function quantType(label: string): GGMLFileQuantizationType | undefined {
  const { quant } = GGUF_QUANT_RE.exec(label)?.groups ?? {};
  // The name of a file has the type of the experts, but its header has the type of the mix.
  if (quant === 'MXFP4') return GGMLFileQuantizationType.MXFP4_MOE;
  return own(byName, label.replace(/^UD-/, '')) ?? own(byName, quant ?? '');
}

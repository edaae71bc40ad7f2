// Quantisations of GGUF files. They are read from file names as on the public hub, and compared by size.

import { findNearestQuantType, GGMLFileQuantizationType, GGUF_QUANT_RE, parseGGUFQuantLabel } from '@huggingface/gguf';
import { own } from '../basics/records.ts';

/** The maximum length in characters of a registry's tag (OCI distribution, "Pulling manifests"). */
const MAX_LABEL = 128;

/**
 * Returns the last quantisation in a path, in upper case. The result includes a `UD-` before it or a size after it, as
 * in `UD-Q4_K_XL`. Undefined if the path names no quantisation.
 */
export function quantLabel(path: string): string | undefined {
  const label = parseGGUFQuantLabel(path);
  return label !== undefined && label.length <= MAX_LABEL ? label : undefined;
}

/** Returns the name of the number in a GGUF header's `general.file_type`; undefined for a number without a name. */
export function fileTypeLabel(fileType: number): string | undefined {
  return GGMLFileQuantizationType[fileType];
}

/**
 * Returns the label whose type is nearest in size to the type of `wanted`: the same size or the next smaller one, or
 * the smallest if all are larger. If several labels have that type, returns the first. Undefined if no label has a
 * known type.
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

/** Returns the type of a label without its additions: `UD-Q4_K_M` is Q4_K_M, `Q2_K_L` is Q2_K. */
function quantType(label: string): GGMLFileQuantizationType | undefined {
  const { quant } = GGUF_QUANT_RE.exec(label)?.groups ?? {};
  // A file name says `MXFP4`, the type of the model's experts; the header of such a file says `MXFP4_MOE`.
  if (quant === 'MXFP4') return GGMLFileQuantizationType.MXFP4_MOE;
  return own(byName, label.replace(/^UD-/, '')) ?? own(byName, quant ?? '');
}

// Writes a count of parameters in the style of container tools: `135m`, `6.7b` (CNCF ModelPack, `paramSize`).

/**
 * Returns a count with at most one digit after the point and one letter, k to q: `6.7b` for 6,738,415,616, and `8b` for
 * 8,030,261,312. Undefined for a count below a thousand, which the format can't express.
 */
export function parameterSize(count: number): string | undefined {
  let scale = '';
  let scaled = count;
  for (const next of 'kmbtq') {
    // The count is rounded before the comparison, so that 999,960,000 gives `1b` and not `1000m`.
    if (Number(scaled.toFixed(1)) < 1000) break;
    scaled /= 1000;
    scale = next;
  }
  return scale === '' ? undefined : `${Number(scaled.toFixed(1))}${scale}`;
}

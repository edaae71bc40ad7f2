// A count of parameters in the style of container tooling: `135m`, `6.7b` (CNCF ModelPack, `paramSize`).

/**
 * Writes a count with at most one digit after the point and one letter, k to q: `6_738_415_616` gives `6.7b`, and
 * `8_030_261_312` gives `8b`. Undefined for counts below a thousand, which the format can't express.
 */
export function parameterSize(count: number): string | undefined {
  let scale = '';
  let scaled = count;
  for (const next of 'kmbtq') {
    // Rounds before it compares, so that 999,960,000 gives `1b` and not `1000m`.
    if (Number(scaled.toFixed(1)) < 1000) break;
    scaled /= 1000;
    scale = next;
  }
  return scale === '' ? undefined : `${Number(scaled.toFixed(1))}${scale}`;
}

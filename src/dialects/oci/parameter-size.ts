// A count of parameters in the style of container tooling: `135m`, `6.7b` (CNCF ModelPack, `paramSize`).

/**
 * Writes at most one digit after the point and one letter, k to q. Undefined below a thousand, which the format can't
 * express. `6_738_415_616` gives `6.7b`, `8_030_261_312` gives `8b`.
 */
export function parameterSize(count: number): string | undefined {
  let scale = '';
  let scaled = count;
  for (const next of 'kmbtq') {
    // Rounds first: 999,960,000 is 1b, not 1000m.
    if (Number(scaled.toFixed(1)) < 1000) break;
    scaled /= 1000;
    scale = next;
  }
  return scale === '' ? undefined : `${Number(scaled.toFixed(1))}${scale}`;
}

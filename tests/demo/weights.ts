/** Makes weights for the demo's models: random-looking numbers that depend only on the tensor's name. */
import { fnv1a } from '../../src/digests/fnv1a.ts';
import { randomNumbers } from '../bench/search-rows.ts';

/** Makes `count` weights of the tensor `name`, bell-shaped with a spread of about 0.02 as in untrained models. */
export function randomWeights(name: string, count: number): Float32Array {
  const next = randomNumbers(fnv1a(new TextEncoder().encode(name)));
  return Float32Array.from({ length: count }, () => (next() + next() + next() - 1.5) * 0.04);
}

/** Makes `count` ones: the initial values of a normalisation layer. */
export function ones(count: number): Float32Array {
  return new Float32Array(count).fill(1);
}

const scratch = new DataView(new ArrayBuffer(4));

/**
 * Returns the IEEE 754 half-precision bits of a number. Numbers that are too small become zero, those that are too
 * large infinity.
 */
export function halfBits(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = Math.abs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | Math.round(magnitude * 2 ** 24);
  // The addition rounds the mantissa. An overflow of the mantissa adds one to the exponent.
  return sign | ((((bits & 0x7fffffff) + 0x1000) >>> 13) - (112 << 10));
}

/** Gives the number that half-precision bits represent. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

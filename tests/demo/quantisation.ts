/** Packs weights as GGUF files store them: as plain floats, in 8-bit blocks, and in 4-bit blocks with 6-bit scales. */
import { halfBits, halfValue } from './weights.ts';

/** The tensor types that the demo writes, with their numbers in the GGUF format. */
export const tensorTypes = { F32: 0, F16: 1, Q8_0: 8, Q4_K: 12 } as const;
export type TensorType = keyof typeof tensorTypes;

const packers: Record<TensorType, (weights: Float32Array) => Uint8Array> = {
  F32: packFloats,
  F16: packHalves,
  Q8_0: packQ8,
  Q4_K: packQ4K,
};

/**
 * Packs `weights` as this tensor type, little-endian. Throws if a Q8_0 tensor is no multiple of 32 weights, or a
 * Q4_K tensor no multiple of 256.
 */
export function packWeights(weights: Float32Array, type: TensorType): Uint8Array {
  return packers[type](weights);
}

function packFloats(weights: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(weights.length * 4));
  weights.forEach((weight, at) => {
    view.setFloat32(at * 4, weight, true);
  });
  return new Uint8Array(view.buffer);
}

function packHalves(weights: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(weights.length * 2));
  weights.forEach((weight, at) => {
    view.setUint16(at * 2, halfBits(weight), true);
  });
  return new Uint8Array(view.buffer);
}

/** Cuts a tensor into blocks of `size` weights. `view` has room for `packed` bytes per block. */
function blocks(weights: Float32Array, size: number, packed: number): { view: DataView; cut: Float32Array[] } {
  if (weights.length % size !== 0) throw new Error(`${weights.length} weights are no whole number of ${size}-blocks`);
  const count = weights.length / size;
  const cut = Array.from({ length: count }, (_, at) => weights.subarray(at * size, (at + 1) * size));
  return { view: new DataView(new ArrayBuffer(count * packed)), cut };
}

/** Packs each 32 weights as Q8_0: a half-precision scale and 32 signed bytes. */
function packQ8(weights: Float32Array): Uint8Array {
  const { view, cut } = blocks(weights, 32, 34);
  cut.forEach((block, at) => {
    const scaleBits = halfBits(block.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127);
    const scale = halfValue(scaleBits);
    view.setUint16(at * 34, scaleBits, true);
    block.forEach((weight, place) => {
      view.setInt8(at * 34 + 2 + place, clamp(divide(weight, scale), -127, 127));
    });
  });
  return new Uint8Array(view.buffer);
}

/**
 * Packs each 256 weights as Q4_K: two half-precision factors, eight 6-bit scales, eight 6-bit minima and 4 bits a
 * weight.
 */
function packQ4K(weights: Float32Array): Uint8Array {
  const { view, cut } = blocks(weights, 256, 144);
  cut.forEach((block, at) => {
    packSuperblock(block, new DataView(view.buffer, at * 144, 144));
  });
  return new Uint8Array(view.buffer);
}

function packSuperblock(block: Float32Array, view: DataView): void {
  const parts = Array.from({ length: 8 }, (_, at) => block.subarray(at * 32, at * 32 + 32));
  const lows = parts.map((part) => Math.max(0, -Math.min(...part)));
  const steps = parts.map((part, at) => (Math.max(...part) + lows[at]!) / 15);
  const scaleBits = halfBits(Math.max(...steps) / 63);
  const lowBits = halfBits(Math.max(...lows) / 63);
  view.setUint16(0, scaleBits, true);
  view.setUint16(2, lowBits, true);
  const scales = steps.map((step) => clamp(divide(step, halfValue(scaleBits)), 0, 63));
  const minima = lows.map((low) => clamp(divide(low, halfValue(lowBits)), 0, 63));
  packSixBits(scales, minima, new Uint8Array(view.buffer, view.byteOffset + 4, 12));
  block.forEach((weight, place) => {
    const part = place >> 5;
    const low = halfValue(lowBits) * minima[part]!;
    const level = clamp(divide(weight + low, halfValue(scaleBits) * scales[part]!), 0, 15);
    // Two parts of 32 weights share 32 bytes. The even part has the low half of each byte, the odd part the high
    // half.
    const byte = 16 + (part >> 1) * 32 + (place & 31);
    view.setUint8(byte, view.getUint8(byte) | (part & 1 ? level << 4 : level));
  });
}

/**
 * Writes eight scales and eight minima of six bits each into twelve bytes. The last four scales and minima are
 * split over two bytes.
 */
function packSixBits(scales: number[], minima: number[], into: Uint8Array): void {
  for (let at = 0; at < 4; at += 1) {
    const [scale, minimum] = [scales[at + 4]!, minima[at + 4]!];
    into[at] = scales[at]! | ((scale >> 4) << 6);
    into[at + 4] = minima[at]! | ((minimum >> 4) << 6);
    into[at + 8] = (scale & 15) | ((minimum & 15) << 4);
  }
}

function divide(value: number, by: number): number {
  return by === 0 ? 0 : Math.round(value / by);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

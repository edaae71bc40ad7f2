/** Writes a safetensors file: the length of the header, a JSON header, then the tensors without gaps. */
import { packWeights } from './quantisation.ts';

/** A tensor. Its shape has the slowest-changing dimension first, as in PyTorch. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly weights: Float32Array;
}

/** Makes a safetensors file with these tensors as 16-bit or 32-bit floats, in this order. */
export function safetensorsFile(tensors: readonly Tensor[], type: 'F16' | 'F32'): Uint8Array {
  // Loaders such as `transformers` refuse a file whose header names no framework.
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  const packed = tensors.map((tensor) => packWeights(tensor.weights, type));
  let offset = 0;
  tensors.forEach((tensor, at) => {
    const end = offset + packed[at]!.length;
    header[tensor.name] = { dtype: type, shape: tensor.shape, data_offsets: [offset, end] };
    offset = end;
  });
  const text = Buffer.from(JSON.stringify(header));
  // Spaces after the header keep the tensors on an 8-byte boundary, so that loaders can map them into memory.
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, ' ');
  text.copy(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...packed]);
}

/**
 * Writes a GGUF file (version 3): typed metadata, a list of the tensors, then the tensors, each aligned to 32
 * bytes.
 */
import { packWeights, type TensorType, tensorTypes } from './quantisation.ts';

const alignment = 32;
const valueTypes = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;

/** A metadata value with its type in the file. */
export type GgufValue =
  | { u32: number }
  | { f32: number }
  | { bool: boolean }
  | { string: string }
  | { strings: readonly string[] }
  | { i32s: readonly number[] }
  | { f32s: readonly number[] };

/** A tensor. Its shape has the fastest-changing dimension first, as in GGUF. */
export interface GgufTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: TensorType;
  readonly weights: Float32Array;
}

/** Makes a GGUF file with this metadata and these tensors, in this order. */
export function ggufFile(metadata: ReadonlyMap<string, GgufValue>, tensors: readonly GgufTensor[]): Uint8Array {
  const packed = tensors.map((tensor) => packWeights(tensor.weights, tensor.type));
  const header = new ByteWriter();
  header.bytes(new TextEncoder().encode('GGUF'));
  header.u32(3);
  header.u64(tensors.length);
  header.u64(metadata.size);
  for (const [key, value] of metadata) {
    header.string(key);
    writeValue(header, value);
  }
  let offset = 0;
  tensors.forEach((tensor, at) => {
    header.string(tensor.name);
    header.u32(tensor.shape.length);
    for (const dimension of tensor.shape) header.u64(dimension);
    header.u32(tensorTypes[tensor.type]);
    header.u64(offset);
    offset = aligned(offset + packed[at]!.length);
  });
  header.pad();
  for (const bytes of packed) {
    header.bytes(bytes);
    header.pad();
  }
  return header.whole();
}

function writeValue(writer: ByteWriter, value: GgufValue): void {
  if ('u32' in value) {
    writer.u32(valueTypes.u32);
    writer.u32(value.u32);
  } else if ('f32' in value) {
    writer.u32(valueTypes.f32);
    writer.f32(value.f32);
  } else if ('bool' in value) {
    writer.u32(valueTypes.bool);
    writer.bytes(Uint8Array.of(value.bool ? 1 : 0));
  } else if ('string' in value) {
    writer.u32(valueTypes.string);
    writer.string(value.string);
  } else if ('strings' in value) {
    writeArray(writer, valueTypes.string, value.strings, (item) => writer.string(item));
  } else if ('i32s' in value) {
    writeArray(writer, valueTypes.i32, value.i32s, (item) => writer.i32(item));
  } else {
    writeArray(writer, valueTypes.f32, value.f32s, (item) => writer.f32(item));
  }
}

function writeArray<T>(writer: ByteWriter, type: number, items: readonly T[], write: (item: T) => void): void {
  writer.u32(valueTypes.array);
  writer.u32(type);
  writer.u64(items.length);
  items.forEach(write);
}

function aligned(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}

/** Appends little-endian values to one sequence of bytes. */
class ByteWriter {
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  bytes(part: Uint8Array): void {
    this.parts.push(part);
    this.length += part.length;
  }

  u32(value: number): void {
    this.fixed(4, (view) => view.setUint32(0, value, true));
  }

  i32(value: number): void {
    this.fixed(4, (view) => view.setInt32(0, value, true));
  }

  f32(value: number): void {
    this.fixed(4, (view) => view.setFloat32(0, value, true));
  }

  u64(value: number): void {
    this.fixed(8, (view) => view.setBigUint64(0, BigInt(value), true));
  }

  string(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.u64(bytes.length);
    this.bytes(bytes);
  }

  pad(): void {
    this.bytes(new Uint8Array(aligned(this.length) - this.length));
  }

  whole(): Uint8Array {
    return Buffer.concat(this.parts);
  }

  private fixed(size: number, write: (view: DataView) => void): void {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    this.bytes(new Uint8Array(view.buffer));
  }
}

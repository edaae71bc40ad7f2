// An independent reader of GGUF, with which tests compare the product's reader.

export interface ReadTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: number;
  /** The offset of the tensor's bytes from the start of the file. */
  readonly start: number;
}

export interface ReadGguf {
  readonly version: number;
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly tensors: readonly ReadTensor[];
}

/** Reads the header of a GGUF file. Throws if the file does not begin with `GGUF`, or has an unknown type of value. */
export function readGguf(bytes: Uint8Array): ReadGguf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (size: number): number => {
    at += size;
    return at - size;
  };
  const u32 = (): number => view.getUint32(take(4), true);
  const u64 = (): number => Number(view.getBigUint64(take(8), true));
  const text = (): string => {
    const length = u64();
    const from = take(length);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(from, from + length));
  };
  const value = (type: number): unknown => {
    if (type === 4) return u32();
    if (type === 5) return view.getInt32(take(4), true);
    if (type === 6) return view.getFloat32(take(4), true);
    if (type === 7) return view.getUint8(take(1)) === 1;
    if (type === 8) return text();
    if (type !== 9) throw new Error(`value type ${type} at byte ${at}`);
    const item = u32();
    return Array.from({ length: u64() }, () => value(item));
  };
  if (view.getUint32(take(4), false) !== 0x47475546) throw new Error('no GGUF magic');
  const version = u32();
  const tensorCount = u64();
  const metadata = new Map(Array.from({ length: u64() }, () => [text(), value(u32())] as const));
  const entries = Array.from({ length: tensorCount }, () => ({
    name: text(),
    shape: Array.from({ length: u32() }, u64),
    type: u32(),
    offset: u64(),
  }));
  const data = Math.ceil(at / 32) * 32;
  const tensors = entries.map(({ offset, ...tensor }) => ({ ...tensor, start: data + offset }));
  return { version, metadata, tensors };
}

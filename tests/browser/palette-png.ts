// Converts a screenshot to a PNG with a palette, which takes a third of the bytes if the picture has few colours.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/**
 * Each colour channel is rounded to a multiple of this number, except in the background; the edges of letters stay
 * smooth.
 */
const STEP = 17;

/**
 * Converts `screenshot` (8 bits a channel, RGB or RGBA, not interlaced) to a PNG with a palette. Throws if more than
 * 256 colours remain after rounding.
 */
export function palettePng(screenshot: Buffer): Buffer {
  const { width, height, channels, rows } = pixelsOf(screenshot);
  const paper = rows.readUIntBE(0, 3);
  const palette = new Map<number, number>();
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = rows.readUIntBE((y * width + x) * channels, 3);
      const colour = pixel === paper ? paper : rounded(pixel);
      if (!palette.has(colour)) palette.set(colour, palette.size);
      lines[y * (width + 1) + 1 + x] = palette.get(colour)!;
    }
  }
  if (palette.size > 256) throw new Error(`a picture of ${palette.size} colours has no palette of 256`);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(
    [...palette.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  );
  const data = deflateSync(lines, { level: 9, memLevel: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const rounded = (pixel: number) =>
  [16, 8, 0].reduce((sum, at) => sum | ((Math.round(((pixel >> at) & 255) / STEP) * STEP) << at), 0);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/**
 * Decodes the pixels of a PNG, row after row (filters: PNG, third edition, 9.2). Throws if the PNG is not RGB or RGBA
 * with 8 bits a channel.
 */
function pixelsOf(png: Buffer): { width: number; height: number; channels: number; rows: Buffer } {
  const [width, height, depth, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  if (depth !== 8 || (type !== 2 && type !== 6))
    throw new Error(`a PNG of type ${type} with ${depth} bits is not read`);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const channels = type === 6 ? 4 : 3;
  const stride = width * channels;
  const raw = inflateSync(Buffer.concat(parts));
  const rows = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < channels ? 0 : rows[at - channels]!;
      const up = y === 0 ? 0 : rows[at - stride]!;
      const corner = x < channels || y === 0 ? 0 : rows[at - stride - channels]!;
      rows[at] = raw[y * (stride + 1) + 1 + x]! + predicted(filter, left, up, corner);
    }
  }
  return { width, height, channels, rows };
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

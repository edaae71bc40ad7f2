// Paths in a model's repository: the rules for allowed paths, and their form in a URL.
import { holdsControl } from '../basics/shown-text.ts';

const MAX_SEGMENT_BYTES = 250;
const MAX_PATH_BYTES = 2048;
/**
 * The maximum number of segments of a path. Each folder has a listing of everything below it, so the work for a path
 * grows with the square of its depth.
 */
const MAX_SEGMENTS = 64;
const utf8 = new TextEncoder();

/**
 * Says in a few words what is wrong with a repository path; undefined for a good path. Refuses empty and absolute
 * paths, empty segments, `.` and `..`, backslashes, control characters, and lone surrogates. Also refuses names that
 * file systems do not allow (over 250 bytes in a segment, or 2,048 in all), and more than 64 segments.
 */
export function filePathFault(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\\')) return 'holds a backslash';
  if (holdsControl(path)) return 'holds a control character';
  if (!path.isWellFormed()) return 'is not well-formed Unicode';
  const segments = path.split('/');
  if (segments.length > MAX_SEGMENTS) return `lies more than ${MAX_SEGMENTS - 1} folders deep`;
  for (const segment of segments) {
    if (segment === '') return 'holds an empty segment';
    if (segment === '.' || segment === '..') return `holds the segment "${segment}"`;
    if (segment.length * 3 > MAX_SEGMENT_BYTES && utf8.encode(segment).length > MAX_SEGMENT_BYTES)
      return `holds a segment of more than ${MAX_SEGMENT_BYTES} bytes`;
  }
  if (path.length * 3 > MAX_PATH_BYTES && utf8.encode(path).length > MAX_PATH_BYTES)
    return `is longer than ${MAX_PATH_BYTES} bytes`;
  return undefined;
}

const DRIVE = /^[A-Za-z]:/;
const TRAILING = /[. ](\/|$)/;
const DEVICE = /(^|\/)(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.[^/]*)?(\/|$)/i;

/**
 * Finds the first path that clients on Windows refuse, or that replaces another on a disk that ignores letter case;
 * undefined if there is none.
 */
export function clientFault(paths: readonly string[]): { path: string; reason: string } | undefined {
  const lower = new Set<string>();
  for (const path of paths) {
    if (DRIVE.test(path)) return { path, reason: 'begins as a drive of Windows' };
    if (TRAILING.test(path)) return { path, reason: 'has a name that ends with a dot or a space' };
    if (DEVICE.test(path)) return { path, reason: 'has the name of a device of Windows' };
    const folded = path.toLowerCase();
    if (lower.has(folded)) return { path, reason: 'equals another path, letter case aside' };
    lower.add(folded);
  }
  return undefined;
}

/** Returns the last segment of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Percent-encodes `path` for a URL, except its slashes (decision 0026). */
export function encodePath(path: string): string {
  return /^[A-Za-z0-9._~/-]*$/.test(path) ? path : path.split('/').map(encodeURIComponent).join('/');
}

/** Compares two texts by their UTF-8 bytes. JavaScript compares UTF-16 code units, which differs above U+D7FF. */
export function compareBytewise(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates encode code points above U+FFFF, so they must sort after U+E000 to U+FFFF.
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

/** Compares files by the bytes of their paths. */
export const byPath = (one: { path: string }, other: { path: string }): number => compareBytewise(one.path, other.path);

/** Returns the folder of a file, without a trailing slash; '' at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** One file of an app; its path is relative to the app's page. */
export interface SpaceFile {
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
}

/** The file that is the page of an app. The app's other files lie beside or below it. */
export const SPACE_PAGE = 'index.html';

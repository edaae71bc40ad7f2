// Checks an exported folder against the limits that hosts of plain files have.
import { bytes, count } from '../model/figures.ts';

/** The totals of an exported folder for which hosts have limits. */
export interface FolderTotals {
  files: number;
  /** The bytes of all files. */
  bytes: number;
  /** The bytes of the largest file. */
  largest: number;
  /** The number of files in the folder with the most files. */
  fullest: number;
  /** The number of rules in `_headers`. */
  headers: number;
  /** The number of rules in `_redirects` for a single address, and of rules for many. */
  redirects: { one: number; many: number };
  /** The length of the longest line in `_headers` and in `_redirects`. */
  lines: { headers: number; redirects: number };
}

interface Limit {
  host: string;
  /** The limit in words. */
  most: string;
  limit: number;
  counted: (totals: FolderTotals) => number;
  /** Formats the number; as plain digits by default. */
  said?: (value: number) => string;
}

/** The limits that the documentation of the hosts states in 2026. */
const LIMITS: readonly Limit[] = [
  {
    host: 'Cloudflare Pages',
    most: '20,000 files on its free plan, 100,000 on paid ones',
    limit: 20_000,
    counted: ({ files }) => files,
  },
  {
    host: 'Cloudflare Pages',
    most: '25 MiB in a file',
    limit: 25 * 1024 * 1024,
    counted: ({ largest }) => largest,
    said: bytes,
  },
  {
    host: 'Cloudflare Pages',
    most: '100 rules in _headers; the rest is ignored',
    limit: 100,
    counted: ({ headers }) => headers,
  },
  {
    host: 'Cloudflare Pages',
    most: '2,000 letters in a line of _headers',
    limit: 2000,
    counted: ({ lines }) => lines.headers,
  },
  {
    host: 'Cloudflare Pages',
    most: '2,000 rules for one address each in _redirects; the rest is ignored',
    limit: 2000,
    counted: ({ redirects }) => redirects.one,
  },
  {
    host: 'Cloudflare Pages',
    most: '100 rules with placeholders in _redirects; the rest is ignored',
    limit: 100,
    counted: ({ redirects }) => redirects.many,
  },
  {
    host: 'Cloudflare Pages',
    most: '1,000 letters in a line of _redirects',
    limit: 1000,
    counted: ({ lines }) => lines.redirects,
  },
  { host: 'Netlify', most: '54,000 files in a folder', limit: 54_000, counted: ({ fullest }) => fullest },
  {
    host: 'Netlify',
    most: 'some 10,000 rules in _redirects before they make it slow',
    limit: 10_000,
    counted: ({ redirects }) => redirects.one + redirects.many,
  },
  { host: 'GitHub Pages', most: '1 GB in all', limit: 1e9, counted: (totals) => totals.bytes, said: bytes },
];

/** Gives a sentence about each limit of a host that the folder exceeds. */
export function limitsPassed(totals: FolderTotals): string[] {
  return LIMITS.filter(({ limit, counted }) => counted(totals) > limit).map(
    ({ host, most, counted, said = count }) => `${host} takes ${most}; here are ${said(counted(totals))}.`,
  );
}

// Makes the files `_headers` and `_redirects`, which configure static hosts.

import type { FolderTotals } from '../../../src/static/host-limits.ts';
import { type HeaderRule, isStatic, type RedirectRule } from '../../../src/static/host-rules.ts';
import { pairsOf } from '../../../src/table/headers.ts';
import type { ExportedFile } from './export-pages.ts';

/** The names under which hosts look for their rules. */
export const [HEADERS, REDIRECTS] = ['_headers', '_redirects'] as const;

/** Makes both files. Also gives the number of rules and the length of the longest lines, because hosts limit both. */
export function hostFiles(headers: readonly HeaderRule[], redirects: readonly RedirectRule[]) {
  const texts = [headers.map(headerText).join('\n'), `${redirects.map(redirectLine).join('\n')}\n`] as const;
  const one = redirects.filter(isStatic).length;
  const files: ExportedFile[] = [
    { path: HEADERS, bytes: Buffer.from(texts[0]) },
    { path: REDIRECTS, bytes: Buffer.from(texts[1]) },
  ];
  const totals: Pick<FolderTotals, 'headers' | 'redirects' | 'lines'> = {
    headers: headers.length,
    redirects: { one, many: redirects.length - one },
    lines: { headers: longestLine(texts[0]), redirects: longestLine(texts[1]) },
  };
  return { files, totals };
}

function headerText({ path, headers }: HeaderRule): string {
  return `${path}\n${pairsOf(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`;
}

const redirectLine = ({ from, to, status }: RedirectRule) => `${from} ${to} ${status}`;

const longestLine = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));

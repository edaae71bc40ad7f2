// Writes the rules for Cloudflare Pages and Netlify, `_headers` and `_redirects`, from the two files of content/hosts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostsFolder } from '../process/package-paths.ts';
import type { OpenExport } from './open-export.ts';

/** The names under which hosts look for their rules. */
const [HEADERS, REDIRECTS] = ['_headers', '_redirects'] as const;

/** Writes the rule files. A line with `{source}` stands for one of each source. */
export function writeRules({ settings, record }: OpenExport): void {
  const lines = readFileSync(join(hostsFolder, REDIRECTS), 'utf8').trimEnd().split('\n');
  const rules = lines.flatMap((line) =>
    line.includes('{source}') ? settings.service.sources.map(({ token }) => line.replace('{source}', token)) : [line],
  );
  record.put({ path: HEADERS, bytes: readFileSync(join(hostsFolder, HEADERS)) });
  record.put({ path: REDIRECTS, bytes: Buffer.from(`${rules.join('\n')}\n`) });
}

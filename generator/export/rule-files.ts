// Writes the rules for Cloudflare Pages and Netlify, `_headers` and `_redirects`, from the two files of content/hosts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HubView } from '../../functions/hosts/local-hub.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { fileOf, href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { hostsFolder } from '../process/package-paths.ts';
import { directUrl } from './export-site.ts';
import type { OpenExport } from './open-export.ts';
import { wantedFirst } from './search-file.ts';

/** The names under which hosts look for their rules. */
const [HEADERS, REDIRECTS] = ['_headers', '_redirects'] as const;

/** Writes the rule files. A line with `{source}` stands for one of each source. */
export async function writeRules({ settings, tree, view, record }: OpenExport): Promise<void> {
  const lines = readFileSync(join(hostsFolder, REDIRECTS), 'utf8').trimEnd().split('\n');
  const tokens = settings.service.sources.map(({ token }) => token);
  const own = lines.flatMap((line) =>
    line.includes('{source}') ? tokens.map((token) => line.replace('{source}', token)) : [line],
  );
  const directions = settings.hasDirections ? await directionLines(view, wantedFirst(await tree.search())) : [];
  const rules = [...own, ...directions];
  record.put({ path: HEADERS, bytes: readFileSync(join(hostsFolder, HEADERS)) });
  record.put({ path: REDIRECTS, bytes: Buffer.from(`${rules.join('\n')}\n`) });
  const one = rules.filter((line) => !/^\S*[:*]/.test(line)).length;
  record.totals.redirects = { one, many: rules.length - one };
}

/**
 * Makes a line that redirects the files of each model. `models` begin with those in most demand, because a host with a
 * limit keeps only the first rules. The line of the checksum file comes first, since some hosts redirect even paths
 * that have a file. Skips sources that hold only some of a model's files, or that have no address for a path.
 */
async function directionLines({ directions }: HubView, models: AsyncIterable<Pick<ModelRow, 'id'>>): Promise<string[]> {
  const sums = `/${fileOf(routes.sha256sums, { owner: ':owner', name: ':name' })}`;
  const lines = [`${sums} ${sums} 200`];
  for await (const { id } of models) {
    const { owner, name } = parseModelId(id)!;
    const found = await directions(owner, name);
    if (!found || 'gated' in found) continue;
    const whole = found.places.filter(({ place }) => place.held === undefined);
    const url = whole.map(({ source, place }) => directUrl(source, place)).find((one) => one !== undefined);
    if (url === undefined) continue;
    const from = href(routes.resolve, { owner, name, revision: 'main', path: '' });
    lines.push(`${from}* ${url}:splat 302`);
  }
  return lines;
}

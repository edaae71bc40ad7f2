// Writes the rules for hosts of plain files: redirects and headers.
import type { HubView } from '../../functions/hosts/local-hub.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { addressRules, headerRules, type RedirectRule } from '../../src/static/host-rules.ts';
import { fileOf, href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { directUrl } from './models/export-site.ts';
import type { OpenExport } from './open-export.ts';
import { hostFiles } from './places/host-files.ts';
import { wantedFirst } from './search-file.ts';

/** Writes the rule files under the names that hosts know. */
export async function writeRules({ settings, tree, view, attestations, record }: OpenExport): Promise<void> {
  const rules = addressRules(settings.service.sources.map(({ token }) => token));
  const directions = settings.hasDirections ? await directionRules(view, wantedFirst(await tree.search())) : [];
  const headers = headerRules(attestations !== undefined);
  const { files, totals } = hostFiles(headers, [...rules, ...directions]);
  for (const file of files) record.put(file);
  record.totals.rules = totals;
}

/**
 * Makes a redirect rule for the files of each model. `models` begin with those in most demand, because a host with a
 * limit keeps only the first rules. The rule of the checksum file comes first, since some hosts redirect even paths
 * that have a file. Skips sources that hold only some of a model's files, or that have no address for a path.
 */
async function directionRules(
  { directions }: HubView,
  models: AsyncIterable<Pick<ModelRow, 'id'>>,
): Promise<RedirectRule[]> {
  const sums = `/${fileOf(routes.sha256sums, { owner: ':owner', name: ':name' })}`;
  const rules: RedirectRule[] = [{ from: sums, to: sums, status: 200 }];
  for await (const { id } of models) {
    const { owner, name } = parseModelId(id)!;
    const found = await directions(owner, name);
    if (!found || 'gated' in found) continue;
    const whole = found.places.filter(({ place }) => place.held === undefined);
    const url = whole.map(({ source, place }) => directUrl(source, place)).find((one) => one !== undefined);
    if (url === undefined) continue;
    const from = href(routes.resolve, { owner, name, revision: 'main', path: '' });
    rules.push({ from: `${from}*`, to: `${url}:splat`, status: 302 });
  }
  return rules;
}

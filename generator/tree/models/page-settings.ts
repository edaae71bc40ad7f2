// Collects the settings for the pages of models: the website, the sources, and further facts that all pages share.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../src/service/service.ts';
import { modelHomes } from '../../../src/service/sources.ts';
import { SITE_ASSETS, SITE_CLIENT, SITE_ENTRY } from '../../../src/tree/static-tree.ts';
import { keyOf } from '../../keys/key-of.ts';
import { PAGES_KEY } from '../../site/build-site.ts';
import type { PageSettings } from './page-renderer.ts';

/**
 * Makes the settings for pages by the website in `<dist>/site`, for a hub at `baseUrl`. `isSigned` is true if the hub
 * signs its log. Returns undefined if no website is built.
 */
export function pageSettings(
  dist: string,
  baseUrl: string,
  service: Service,
  isSigned = false,
): PageSettings | undefined {
  const entry = join(dist, SITE_ENTRY);
  if (!existsSync(entry)) return undefined;
  const sources = service.sources.map(({ token, display, host }) => ({ token, display, host }));
  const homes = modelHomes(service.sources.find(({ token }) => token === service.origin)!);
  // Pages name styles and scripts by hashed names, so the key depends on these names.
  const assets = readdirSync(join(dist, SITE_CLIENT, SITE_ASSETS)).sort();
  const loggedAs = isSigned ? 'signed' : 'unsigned';
  const facts = JSON.stringify([sources, homes, loggedAs]);
  const key = keyOf(readFileSync(join(dist, 'site', PAGES_KEY)), assets.join(), baseUrl, facts);
  return { entry: realpathSync(entry), key, baseUrl, sources, homes, loggedAs };
}

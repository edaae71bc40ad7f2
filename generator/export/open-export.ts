// Opens everything that an export needs: the tree, its hub and pages, and the folder with the record of its files.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { askLocalHub, openPages, viewLocalHub } from '../../functions/hosts/local-hub.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { loadAttestations } from '../../src/attestation/load-attestations.ts';
import type { Secret } from '../../src/basics/secret.ts';
import { LOG_FOLDER } from '../../src/log/tiles.ts';
import { MOST_EXPORTED } from '../../src/search/writer/exported-rows.ts';
import type { Service } from '../../src/service/service.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { OWN_FOLDER } from '../../src/table/route.ts';
import { takeLock } from '../files/lock.ts';
import { codeKey, keyOf } from '../keys/code-key.ts';
import { logOfTree } from '../log/copy-log.ts';
import { ListReader } from '../packs/list-reader.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import { PAGES_KEY } from '../site/build-site.ts';
import { ExportRecord } from './export-record.ts';
import { ExportSite } from './export-site.ts';
import { readState } from './export-state.ts';

/** The maximum number of bytes that an export keeps of the tree, since it reads each pack once. */
export const TREE_MEMORY = 8 * 2 ** 20;

export interface ExportSettings {
  dist: string;
  /** The exported folder. */
  to: string;
  service: Service;
  /** The folder of the built website, if not `dist`. */
  website?: string;
  /** Makes the pages, in place of the built website. */
  pages?: PagePort;
  /** The key that signs attestations. The export writes attestations only if this key is given. */
  attestationKey?: Secret | undefined;
}

/** An export that has begun. */
export type OpenExport = Awaited<ReturnType<typeof openExport>>;

/**
 * Opens the export. Rejects with a Failure if there is no tree, or if the folder has files that no export wrote.
 */
export async function openExport(given: ExportSettings) {
  const settings = { ...given, to: resolve(given.to) };
  const { dist, to, service, website = dist } = settings;
  const current = currentStamp(dist);
  if (!current) throw new Failure(`There is no finished tree in ${dist}: run "model-hub build" first.`);
  const attestations = await loadAttestations(settings.attestationKey);
  const pagesKey = join(website, 'site', PAGES_KEY);
  const key = keyOf(
    codeKey(),
    existsSync(pagesKey) ? readFileSync(pagesKey) : '',
    current.stamp.baseUrl,
    JSON.stringify(service.sources),
    attestations?.publicKey ?? '',
    // Every page says whether there is a file to search, and whether the log is signed.
    String(current.stamp.counts.models > MOST_EXPORTED),
    String(current.stamp.signed),
  );
  const known = readState(to, key);
  const lock = takeLock(`${to}/${OWN_FOLDER}`, to);
  const tree = openTree(dist, current.name, { memory: TREE_MEMORY });
  try {
    const log = await logOfTree(join(dist, LOG_FOLDER), tree.name);
    const list = new ListReader(dist, current.stamp.list);
    const view = await viewLocalHub(tree, service);
    const pages = settings.pages ?? (await openPages(website));
    const site = new ExportSite(pages, view, attestations);
    return {
      ...{ settings, tree, list, log, view, site, close: lock.release },
      listed: [...list.all()],
      record: new ExportRecord(known, to),
      ask: await askLocalHub(tree, service, site),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

import { defined } from '../../src/basics/records.ts';
import { copyBytes } from '../../src/model/context-memory.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { type Config, publicBaseUrl } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { asideSentence, readAside } from '../aside/kept-aside.ts';
import { crawlWords, readCrawlNote } from '../crawl/crawl-lines.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { daysBack, openToday } from '../days/days-back.ts';
import { entryOf, modelsIn } from '../days/model-stream.ts';
import { dayBefore, isPurged, readPurged } from '../days/purged.ts';
import { placesOf } from '../log/log-folder.ts';
import { logStatusWords, readLogStatus } from '../log/log-status.ts';
import { readWitnesses } from '../log/witnesses.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { grouped } from '../process/progress.ts';

type Status = Awaited<ReturnType<typeof readStatus>>;

interface TreeState {
  state: 'none' | 'stale' | 'current';
  /** The reason for the state, in words. */
  note?: string;
  snapshot?: string;
}

/**
 * Reads the state without changing anything. Throws a Failure if there is no catalog, or if something in it is damaged.
 */
export async function readStatus(config: Config, service: Service, most: number) {
  const { store, catalog, from } = await openToday(config);
  const purged = readPurged(config.data);
  const before = daysBack({ store, purged }, dayBefore(catalog, purged));
  const days = [catalog];
  while (days.length < most) {
    const { value } = await before.next();
    if (!value) break;
    days.push(value);
  }
  const aside = readAside(config.data);
  const crawl = readCrawlNote(config.data);
  const log = await readLogStatus(placesOf(config), readWitnesses(service), Date.now());
  return {
    snapshot: catalog.frame.snapshot,
    catalog: catalog.address,
    from,
    totals: totalsOf(catalog, purged),
    days: days.map(({ address, frame }) => ({ snapshot: frame.snapshot, catalog: address })),
    moreDays: dayBefore(days.at(-1)!, purged) !== null,
    ...defined({ aside, crawl }),
    tree: treeState(config.dist, catalog.address, publicBaseUrl(config, service)),
    ...defined({ log }),
  };
}

/**
 * Counts the content of a day by its rows: `purged` are models whose objects were removed for good, of which nothing else
 * is counted, and `copyBytes` the bytes of weights in one usable copy of each listed model.
 */
function totalsOf(catalog: CatalogFile, purged: ReadonlySet<Address>) {
  const { gated } = catalog.frame;
  const totals = { models: 0, listed: 0, thin: 0, purged: 0, gated: gated.length, files: 0, copyBytes: 0 };
  for (const model of modelsIn(catalog)) {
    if (purged.size > 0 && isPurged(entryOf(model), purged)) {
      totals.purged++;
      continue;
    }
    const { hub } = JSON.parse(model.row.toString()) as ModelRow;
    totals.models++;
    totals[hub.listed === false ? 'thin' : 'listed']++;
    totals.files += hub.files;
    totals.copyBytes += copyBytes(hub) ?? 0;
  }
  return totals;
}

function treeState(dist: string, catalog: string, baseUrl: string): TreeState {
  const stamp = currentStamp(dist)?.stamp;
  if (!stamp) return { state: 'none', note: 'run "model-hub build"' };
  const { snapshot } = stamp;
  if ((stamp.takenFrom ?? stamp.catalog) !== catalog)
    return { state: 'stale', snapshot, note: 'built from another catalog' };
  if (stamp.baseUrl !== baseUrl)
    return { state: 'stale', snapshot, note: `built for ${stamp.baseUrl}, not for ${baseUrl}` };
  return { state: 'current', snapshot };
}

function modelsLine({ models, listed, thin, gated, purged }: Status['totals']): string {
  const gone = purged > 0 ? `; ${grouped(purged)} removed for good` : '';
  return `models    ${grouped(models)}: ${grouped(listed)} listed, ${grouped(thin)} thin; ${grouped(gated)} gated besides${gone}`;
}

/** Returns the state as lines of text. */
export function statusLines(status: Status): string[] {
  const { totals, tree } = status;
  const from = status.from === 'seed' ? ' (the catalog that ships)' : '';
  return [
    `snapshot  ${status.snapshot}${from}`,
    `catalog   ${status.catalog}`,
    ...(status.aside ? [`aside     ${asideSentence(status.aside)}`] : []),
    modelsLine(totals),
    `files     ${grouped(totals.files)}; one usable copy of each listed model has ${counted(totals.copyBytes, 'byte')} of weights`,
    ...(status.crawl ? [`index     ${crawlWords(status.crawl)}`] : []),
    `tree      ${tree.state}${tree.snapshot ? `, ${tree.snapshot}` : ''}${tree.note ? `: ${tree.note}` : ''}`,
    `log       ${logStatusWords(status.log)}`,
    ...status.days.map(
      ({ snapshot, catalog }, index) => `${index === 0 ? 'days' : '    '}      ${snapshot}  ${catalog}`,
    ),
    ...(status.moreDays ? ['          … and earlier days (--days says how many to show)'] : []),
  ];
}

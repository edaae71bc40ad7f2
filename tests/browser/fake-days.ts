// Makes up days for pages: an archive with a first, a quiet and a busy day, and sources that failed now and then.
import type { Spell } from '../../src/service/kept-health.ts';
import type { ChangeCounts, DayChanges } from '../../src/shapes/changes.ts';
import type { Archive } from '../../src/shapes/discovery.ts';
import { ARCHIVE_FORMAT, CHANGE_COUNTS_FORMAT, CHANGES_FORMAT } from '../../src/shapes/formats.ts';

/** The dates of the archive, newest first: enough days for a page that groups them by month. */
const dates = [
  ...['2026-08-22', '2026-08-21', '2026-08-19'],
  ...Array.from({ length: 9 }, (_, at) => `2025-12-${31 - at}`),
];
const first = dates.length - 1;
const address = (at: number) => `blake3:${(at + 1).toString(16).repeat(64)}`;

const archive: Archive = {
  format: ARCHIVE_FORMAT,
  days: dates.map((date, at) => ({
    ...{ date, index: address(at), catalog: address(at), models: 122 - at, addressed: 122 - at },
    ...{ files: 1_420 - 3 * at, bytes: 71_204 - 900 * at, prev: at < first ? address(at + 1) : null },
  })),
  gateway: 'https://ipfs.example',
  registry: 'hub/index',
};

const quiet: ChangeCounts = {
  ...{ added: 0, removed: 0, unlisted: 0, relisted: 0 },
  ...{ revised: 0, rewritten: 0, rewritten_in_place: 0 },
};

const ids = (count: number) => Array.from({ length: count }, (_, at) => `acme-research/new-model-${at}`);
const hash = (at: number) => at.toString(16).padStart(2, '0').repeat(32);

const changes: DayChanges[] = dates.map((date, at) => ({
  ...{ format: CHANGES_FORMAT, date, catalog: address(at) },
  ...{ prev: at < first ? address(at + 1) : null, prev_date: dates[at + 1] ?? null, list_limit: 1000 },
  ...{ counts: quiet, added: [], removed: [], unlisted: [], relisted: [], revised: [], rewritten: [], models: {} },
}));

const made = { files: 12, copy_bytes: 14_500_000_000, pipeline_tag: 'text-generation' };
const [busy] = changes;
Object.assign(busy!, {
  counts: {
    ...{ added: 2_130, removed: 1, unlisted: 2, relisted: 1 },
    ...{ revised: 3, rewritten: 40, rewritten_in_place: 2 },
  } satisfies ChangeCounts,
  added: ids(1000),
  removed: ['tidepool/withdrawn'],
  unlisted: ['Northlight/old-harbour', 'tidepool/fell-off-the-list'],
  relisted: ['openshelf-community/back-again'],
  revised: [1, 2, 3].map((at) => ({
    ...{ id: `Northlight/moved-${at}`, from: 'a1'.repeat(20), to: 'b2'.repeat(20) },
    ...{ files: { added: at - 1, changed: 13, removed: 0 }, copy_bytes: 5_590_000_000 },
    ...{ copy_bytes_before: 5_590_000_000 - (at - 2) * 70_000_000 },
  })),
  rewritten: Array.from({ length: 40 }, (_, at) => ({
    ...{ id: `Northlight/moved-${at % 3}`, path: `onnx/a-folder/with-a-long-name/model-${at}.onnx` },
    ...{ from: hash(at), to: hash(at + 100), in_place: at < 2 },
    ...{ size: 12_100 + at, size_before: at % 3 === 0 ? 12_100 + at : 11_800 },
  })),
  models: {
    ...Object.fromEntries(ids(1000).map((id) => [id, { ...made, parameters: 7_240_000_000 }])),
    'tidepool/withdrawn': made,
    'Northlight/old-harbour': { files: 4 },
  },
} satisfies Partial<DayChanges>);

/** The JSON documents of the archive, by the names of their routes. The key of a day's document has the date too. */
export const madeUpArchive: Record<string, string> = {
  archive: JSON.stringify(archive),
  archiveChanges: JSON.stringify({
    format: CHANGE_COUNTS_FORMAT,
    days: changes.map(({ date, prev_date, counts }) => ({ date, prev_date, counts })),
  }),
  ...Object.fromEntries(changes.map((day) => [`archiveDay ${day.date}`, JSON.stringify(day)])),
};

/** One source was never down, one fails now, and the hub never probes the third. */
export const madeUpSpells: Record<string, Spell | undefined> = {
  'source-a.example': { ok: true, from: '2026-08-22T03:00:13.000Z', to: '2026-08-22T12:03:21.000Z', probes: 1086 },
  'source-b.example': { ok: false, from: '2026-08-22T11:41:39.000Z', to: '2026-08-22T12:03:10.000Z', probes: 9 },
};

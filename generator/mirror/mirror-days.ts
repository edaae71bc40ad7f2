// Takes the days of another hub or of a folder: checks every object against its address, and every model against what an
// import makes of it. Changes the pointer to the newest day last.
import { defined } from '../../src/basics/records.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { dayOf } from '../../src/nouns/calendar.ts';
import type { Service } from '../../src/service/service.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import type { KeptAside } from '../aside/kept-aside.ts';
import { type DayRules, putInForce } from '../aside/put-in-force.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { compareCatalogs, entryOf } from '../days/model-stream.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { type Pointer, readPointer } from '../days/pointer.ts';
import { isPurged, noteBroughtBack, notePurged, readPurged } from '../days/purged.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { readImportRow } from '../import/rows/import-row.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { modelFaults, type NamedModel, readEntry } from './derived-model.ts';
import { MirroredObjects, type TakenCount } from './mirrored-objects.ts';
import type { ObjectOrigin, ToldDay } from './object-origin.ts';

/** The number of models whose objects are fetched together. */
const BATCH = 64;
const A_DAY_MS = 86_400_000;
/** The maximum number of faults that a message names. */
const TOLD = 20;

interface MirrorInput {
  /** The folder that takes the days: HUB_DATA, whose lock the caller holds, or a folder of days. */
  data: string;
  store: ObjectStore;
  /** The service whose rules every model must keep; undefined for days of this hub, which keep them. */
  service?: Service;
  origin: ObjectOrigin;
  /** The wanted day, as YYYY-MM-DD; the newest by default. */
  day?: string | undefined;
  /**
   * The rules that the newest day must keep, such as losing few models; undefined if the operator accepts the day
   * without rules.
   */
  rules: DayRules | undefined;
  /** Ids of models that this hub has withdrawn, in lower case. The rules allow a day to lose these models. */
  withdrawn?: ReadonlySet<string>;
  progress: Progress;
}

export interface MirrorReport {
  origin: string;
  /** The day that is in force in this hub after the run, and the address of its catalog. */
  snapshot: string;
  catalog: Address;
  /** False if this catalog was in force before the run. */
  changed: boolean;
  /** The newest day, if it breaks the rules. The day before it then stays in force. */
  aside?: KeptAside;
  /** The number of days that are new in this hub. */
  days: number;
  /** The number of models in the new days that were checked. */
  models: number;
  /** The objects that were fetched. */
  taken: TakenCount;
  /**
   * Models that the mirrored hub has withdrawn and whose objects it lacks, with its sentences about them; absent if
   * there are none.
   */
  gone?: { model: string; reason: string }[];
  /** The number of models in the day in force that this hub has withdrawn. The next build leaves them out. */
  withdrawn?: number;
}

/**
 * Gets the days of `origin` up to the wanted day into HUB_DATA. Reuses the objects that an interrupted run has taken.
 * Throws a Failure that lists the faults of the days. After a Failure, or if the newest day is kept aside, the old day
 * stays in force.
 */
export async function mirrorDays(input: MirrorInput): Promise<MirrorReport> {
  const { data, store, origin, service, rules, withdrawn = new Set(), progress } = input;
  store.clean();
  const own = readPointer(data);
  const days = await origin.days();
  const wanted = wantedDay(days, input.day, origin.name);
  if (service) refuseFuture(wanted.date, origin.name);
  const objects = new MirroredObjects(store, origin);
  const task = progress.start('Catalogs');
  const chain = await takeChain(objects, wanted, days, own, data);
  task.done(counted(chain.fresh.length, 'day'));
  const { checked: models, reasons, lost, without } = await checkDays(chain, objects, input);
  // The missing objects are noted before the day comes into force, so that no day in force lacks objects without a note.
  if (lost.length + chain.gone.length > 0) notePurged(data, { objects: lost, days: chain.gone });
  const isNew = chain.fresh.length > 0;
  // The days between are not compared with the day in force: nobody reads them as the present day.
  const before = own && isNew ? await dayIn(store, own.catalog) : undefined;
  const expected = new Set([...withdrawn, ...without]);
  const aside = isNew
    ? await putInForce({ data, store, rules, before, expected }, pointerTo(wanted, days, own, chain))
    : undefined;
  const changed = isNew && !aside;
  if (changed) await noteBroughtBack(data, store, wanted.catalog, withdrawn);
  const { catalog, date: snapshot } = changed || !own ? wanted : { catalog: own.catalog, date: own.snapshot };
  const gone = [...reasons].map(([model, reason]) => ({ model, reason }));
  return {
    ...{ origin: origin.name, snapshot, catalog, changed, ...defined({ aside }) },
    ...{ days: chain.fresh.length, models, taken: objects.count, ...(gone.length > 0 && { gone }) },
  };
}

interface MirroredChain {
  /** The new days, oldest first. Each names the day before it. */
  fresh: CatalogFile[];
  /** The day in HUB_DATA that the oldest new day follows; undefined if the new days begin a chain. */
  base: CatalogFile | undefined;
  /** The catalog of the day before the oldest new day, if the origin has removed that day for good. */
  gone: Address[];
}

/**
 * Takes the catalogs of the days from `wanted` back to a day that `data` has, or to the oldest of `days`. Throws a
 * Failure if the days contradict the origin's list, or do not continue the days of `own`. The newest day in HUB_DATA may
 * differ from the mirrored day of that date, because a day may be imported again until the next day follows it.
 */
async function takeChain(
  objects: MirroredObjects,
  wanted: ToldDay,
  days: readonly ToldDay[],
  own: Pointer | undefined,
  data: string,
): Promise<MirroredChain> {
  const here = own && (await objects.catalog(own.catalog));
  const known = [here?.address, here?.frame.prev];
  const fresh: CatalogFile[] = [];
  const told = new Set(days.map(({ catalog }) => catalog));
  let at: Address | null = wanted.catalog;
  for (let later = wanted.date; at && told.has(at) && !known.includes(at); ) {
    const day: CatalogFile = await objects.catalog(at);
    const { snapshot, prev } = day.frame;
    if (fresh.length === 0 ? snapshot !== wanted.date : snapshot >= later)
      throw new Failure(`The catalog ${at} is of ${snapshot}, which can’t come before ${later}: the chain is broken.`);
    fresh.unshift(day);
    later = snapshot;
    at = prev;
  }
  if (!here) return { fresh, base: undefined, gone: at === null ? [] : [at] };
  const { snapshot } = here.frame;
  const first = fresh[0]?.frame.snapshot;
  if (first === undefined && at !== here.address)
    throw new Failure(`${wanted.date} lies before ${snapshot}, the newest day here; a mirror goes forward.`);
  const isReplaced = at === here.frame.prev && first === snapshot;
  if (first !== undefined && at !== here.address && !isReplaced)
    throw new Failure(
      (at === null
        ? `${data} holds another chain of days, whose newest is ${snapshot} (${here.address}): take these `
        : `The days between ${snapshot}, the newest in ${data}, and ${first} are not there any more: take the `) +
        'days to an empty folder.',
    );
  const isBase = at !== null && (at === here.address || told.has(at));
  return { fresh, base: isBase ? await objects.catalog(at!) : undefined, gone: [] };
}

function wantedDay(days: readonly ToldDay[], day: string | undefined, name: string): ToldDay {
  const found = day === undefined ? days[0] : days.find(({ date }) => date === day);
  if (found) return found;
  throw new Failure(`${name} has no day ${day}: its archive goes from ${days.at(-1)!.date} to ${days[0]!.date}.`);
}

/**
 * Throws a Failure for a day in the future: days must follow each other, so no day could be added until then. Allows a
 * difference of one day for time zones.
 */
function refuseFuture(day: string, name: string): void {
  const now = Date.now();
  if (day <= dayOf(now + A_DAY_MS)) return;
  throw new Failure(
    `${name} lists ${day}, which is in the future: it is ${dayOf(now)} here (UTC), and no earlier ` +
      'day could follow. Take an earlier one (mirror URL --at DAY), or set the clock of this machine.',
  );
}

interface CheckedDays {
  /** The number of checked models. */
  checked: number;
  /** The origin's sentences about the models that it has withdrawn, by their ids. */
  reasons: Map<string, string>;
  /** Their objects that it has removed for good. */
  lost: Address[];
  /** The ids, in lower case, of all models that lack an object. */
  without: Set<string>;
}

/**
 * Takes the objects that the new days name, and checks each new or changed model that has all its objects. Throws a
 * Failure if an object is missing though the origin has not withdrawn its model.
 */
async function checkDays(
  { fresh, base }: MirroredChain,
  objects: MirroredObjects,
  { data, service, origin, withdrawn, progress }: MirrorInput,
): Promise<CheckedDays> {
  const takedowns = readTakedowns(data);
  const purged = readPurged(data);
  const found: CheckedDays = { checked: 0, reasons: new Map(), lost: [], without: new Set() };
  const faults: string[] = [];
  const task = progress.start('Models');
  const leave = async (id: string, missing: readonly Address[], day: string) => {
    const reason = await origin.withdrawn(id, missing[0]!);
    if (reason === undefined && !missing.every((address) => purged.has(address)))
      throw new Failure(
        `${origin.name} has no object ${missing[0]}, which ${day} names for ${id}, and has not withdrawn that model. ` +
          origin.fix(missing[0]!),
      );
    found.without.add(id.toLowerCase());
    if (reason === undefined) return;
    found.lost.push(...missing);
    found.reasons.set(id, reason);
  };
  let before = base;
  for (const day of fresh) {
    const { snapshot } = day.frame;
    if (service) faults.push(...gatedFaults(day, service));
    for (const all of changedModels(before, day, purged)) {
      // A withdrawn model that this hub has removed for good must not come back.
      const wanted = all.filter(
        ({ id, entry }) => !(withdrawn?.has(id.toLowerCase()) && purged.has(entry.model as Address)),
      );
      const texts = await objects.texts(wanted.flatMap(({ entry }) => objectsOf(entry)));
      const whole: [ChangedModel, string[]][] = [];
      for (const model of wanted) {
        const own = texts.splice(0, 1 + model.entry.sources.length);
        const missing = objectsOf(model.entry).filter((_, at) => own[at] === undefined);
        if (missing.length === 0) whole.push([model, own as string[]]);
        else await leave(model.id, missing, snapshot);
      }
      const kept = whole.flatMap(([{ id, entry }]) =>
        entry.card && !takedowns.has(id.toLowerCase()) ? entry.card : [],
      );
      const cards = new Map((await objects.texts(kept as Address[])).map((text, at) => [kept[at], text]));
      for (const [model, own] of service ? whole : []) {
        const card = model.entry.card === undefined ? undefined : cards.get(model.entry.card);
        for (const fault of modelFaults({ ...model, day: snapshot, texts: own, card }, service!))
          faults.push(`${snapshot}, ${model.id}: ${fault}`);
      }
      found.checked += whole.length;
      task.advance(whole.length);
      if (faults.length >= TOLD) throw refused(faults);
    }
    before = day;
  }
  task.done(`${found.checked} checked, ${counted(objects.count.objects, 'object')} taken`);
  if (faults.length > 0) throw refused(faults);
  return found;
}

const objectsOf = ({ model, sources }: CatalogEntry) => [model, ...sources] as Address[];

const refused = (faults: readonly string[]) =>
  new Failure(
    `These days break the rules of the index, and none was taken:\n${faults.slice(0, TOLD).map(shownLine).join('\n')}`,
  );

type ChangedModel = Pick<NamedModel, 'id' | 'entry' | 'entryLine' | 'rowLine'>;

/**
 * Lists, in batches, the models of `day` that are new or changed since `before`. Also lists unchanged models with
 * objects in `purged`, since the mirrored hub may have these objects again. Throws a Failure if ids are out of order.
 */
function* changedModels(
  before: CatalogFile | undefined,
  day: CatalogFile,
  purged: ReadonlySet<Address>,
): Generator<ChangedModel[]> {
  let batch: ChangedModel[] = [];
  let last = '';
  for (const { after, same } of compareCatalogs(before, day)) {
    if (!after) continue;
    if (after.id <= last)
      throw new Failure(`The catalog ${day.address} is out of order at ${JSON.stringify(after.id)}.`);
    last = after.id;
    if (same && (purged.size === 0 || !isPurged(entryOf(after), purged))) continue;
    const entryLine = after.entry.toString();
    const entry = readEntry(entryLine, after.id);
    if (!entry) throw refused([`${day.frame.snapshot}, ${after.id}: its entry names no objects`]);
    batch.push({ id: after.id, entry, entryLine, rowLine: after.row.toString() });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function gatedFaults({ frame }: CatalogFile, service: Service): string[] {
  return frame.gated.flatMap((id) => {
    const reading = readImportRow(Buffer.from(JSON.stringify({ id, gated: true })), service);
    return 'gated' in reading ? [] : [`${frame.snapshot}: the gated id ${JSON.stringify(id)} is no model id`];
  });
}

/**
 * Makes the pointer to the wanted day. It has the records of how each day was made: those in HUB_DATA, and for the new
 * days those of the mirrored hub.
 */
function pointerTo(wanted: ToldDay, days: readonly ToldDay[], own: Pointer | undefined, chain: MirroredChain): Pointer {
  const { catalog, date: snapshot } = wanted;
  const fresh = new Set<string>(chain.fresh.map(({ address }) => address));
  const origins = days.filter((day) => fresh.has(day.catalog)).map((day) => [day.catalog, day.origin] as const);
  const replaced = own && chain.base?.address !== own.catalog ? own.catalog : undefined;
  const kept = Object.entries(own?.days ?? {}).filter(([address]) => address !== replaced);
  return { catalog, snapshot, days: Object.fromEntries([...kept, ...origins]) };
}

// Takes the days of another hub or of a folder: checks every object against its address and the rules of imports. Changes the pointer
// to the newest day last.

import { defined } from '../../src/basics/defined.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { dayOf } from '../../src/nouns/calendar.ts';
import type { Service } from '../../src/service/service.ts';
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
import { type MirroredChain, takeChain } from './mirrored-chain.ts';
import { MirroredObjects } from './mirrored-objects.ts';
import type { ObjectOrigin, TakenCount, ToldDay } from './object-origin.ts';
import { readEntry } from './rules/entry-rules.ts';
import { modelFaults, type NamedModel } from './rules/model-rules.ts';
import { type GoneModel, WholeModels } from './whole-models.ts';

/** The number of models whose objects are fetched together. */
const BATCH = 64;
const A_DAY_MS = 86_400_000;
/** The maximum number of faults that a message names. */
const TOLD = 20;

interface MirrorInput {
  /** The folder HUB_DATA. The caller holds its lock. */
  data: string;
  store: ObjectStore;
  service: Service;
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
  /** Models that the mirrored hub has withdrawn and whose objects it lacks; absent if there are none. */
  gone?: GoneModel[];
  /** The number of models in the day in force that this hub has withdrawn. The next build leaves them out. */
  withdrawn?: number;
}

/**
 * Gets the days of `origin` up to the wanted day into HUB_DATA. Reuses the objects that an interrupted run has taken.
 * Throws a Failure that lists the faults of the days. After a Failure, or if the newest day is kept aside, the old day
 * stays in force.
 */
export async function mirrorDays(input: MirrorInput): Promise<MirrorReport> {
  const { data, store, origin, progress } = input;
  store.clean();
  const own = readPointer(data);
  const days = await origin.days();
  const wanted = wantedDay(days, input.day, origin.name);
  refuseFuture(wanted.date, origin.name);
  const objects = new MirroredObjects(store, origin);
  const task = progress.start('Catalogs');
  const chain = await takeChain(objects, wanted, own);
  task.done(counted(chain.fresh.length, 'day'));
  const { checked: models, whole } = await checkDays(chain, objects, input);
  const { left: gone } = whole;
  // The purged objects are noted before the day comes into force, so that no day in force lacks objects without a note.
  if (gone.length > 0) notePurged(data, { objects: whole.gone });
  const isNew = chain.fresh.length > 0;
  const aside = isNew ? await moveTo(pointerTo(wanted, days, own, chain), own, input, whole.ids) : undefined;
  const changed = isNew && !aside;
  const { catalog, date: snapshot } = changed || !own ? wanted : { catalog: own.catalog, date: own.snapshot };
  const figures = { days: chain.fresh.length, models, taken: objects.count };
  return {
    ...{ origin: origin.name, snapshot, catalog, changed, ...defined({ aside }) },
    ...{ ...figures, ...(gone.length > 0 && { gone }) },
  };
}

/**
 * Puts the newest day in force, unless it breaks the rules when compared with the day in force before. The days between
 * are not compared: nobody reads them as the present day.
 */
async function moveTo(
  next: Pointer,
  own: Pointer | undefined,
  { data, store, rules, withdrawn = new Set() }: MirrorInput,
  without: ReadonlySet<string>,
) {
  const before = own && (await dayIn(store, own.catalog));
  const aside = await putInForce({ data, store, rules, before, expected: new Set([...withdrawn, ...without]) }, next);
  if (!aside) await noteBroughtBack(data, store, next.catalog, withdrawn);
  return aside;
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

/**
 * Takes the objects that the new days name, and checks each new or changed model that has all its objects. Returns the
 * number of checked models, and which models have all their objects.
 */
async function checkDays(
  { fresh, base }: MirroredChain,
  objects: MirroredObjects,
  { data, service, origin, withdrawn, progress }: MirrorInput,
): Promise<{ checked: number; whole: WholeModels }> {
  const { ids: takedowns } = readTakedowns(data);
  const purged = readPurged(data);
  const whole = new WholeModels(objects, origin, purged);
  const faults: string[] = [];
  const task = progress.start('Models');
  let checked = 0;
  let before = base;
  for (const day of fresh) {
    faults.push(...gatedFaults(day, service));
    for (const all of changedModels(before, day, purged)) {
      // True for a withdrawn model that this hub has removed for good: the mirror must not bring it back.
      const isOut = ({ id, addresses }: ChangedModel) => withdrawn?.has(id.toLowerCase()) && purged.has(addresses[0]!);
      const batch = await whole.take(
        all.filter((model) => !isOut(model)),
        day.frame.snapshot,
      );
      const kept = batch.flatMap(({ id, card }) => (card && !takedowns.has(id.toLowerCase()) ? card : []));
      const cards = new Map((await objects.texts(kept)).map((text, at) => [kept[at]!, text]));
      for (const { addresses: _, card, ...model } of batch) {
        const named: NamedModel = { ...model, day: day.frame.snapshot, card: card && cards.get(card) };
        for (const fault of modelFaults(named, service)) faults.push(`${day.frame.snapshot}, ${model.id}: ${fault}`);
      }
      checked += batch.length;
      task.advance(batch.length);
      if (faults.length >= TOLD) throw refused(faults);
    }
    before = day;
  }
  task.done(`${checked} checked, ${counted(objects.count.objects, 'object')} taken`);
  if (faults.length > 0) throw refused(faults);
  return { checked, whole };
}

const refused = (faults: readonly string[]) =>
  new Failure(
    `These days break the rules of the index, and none was taken:\n${faults.slice(0, TOLD).map(shownLine).join('\n')}`,
  );

interface ChangedModel extends Omit<NamedModel, 'day' | 'texts' | 'card'> {
  /** The address of the model object, followed by those of the source objects. */
  addresses: Address[];
  card: Address | undefined;
}

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
    const entry = readEntry(after.entry.toString(), after.id);
    if (typeof entry === 'string') throw refused([`${day.frame.snapshot}, ${after.id}: ${entry}`]);
    const addresses = [entry.model, ...entry.sources] as Address[];
    batch.push({ id: after.id, entry, rowLine: after.row.toString(), addresses, card: entry.card as Address });
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

// Withdraws a model, or lifts a withdrawal. First changes the database, which running hubs read, and then builds the
// next tree.

import { counted } from '../../src/model/figures.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { isInForce, type Withdrawal, withdrawalOf, withdrawnIds } from '../../src/service/withdrawals.ts';
import { allWithdrawals, atWithdrawals, readWithdrawals } from '../accounts/database.ts';
import { type CatalogFile, openCatalog } from '../days/catalog-reader.ts';
import { allDays, idsInDay } from '../days/days-back.ts';
import { ObjectError, storeOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { noteBroughtBack } from '../days/purged.ts';
import { inData } from '../files/lock.ts';
import { buildHub } from '../hub/build-hub.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import type { PurgeReport } from './purge-objects.ts';

/** Says whether the served tree has a model. */
interface TreeWith {
  /** The day of the tree; undefined if there is no day to build. */
  snapshot: string | undefined;
  /** True if the tree has the model. */
  has: boolean;
}

interface WithdrawnReport extends Withdrawal {
  tree: TreeWith;
}

interface Work {
  config: Config;
  service: Service;
  progress: Progress;
}

/**
 * Withdraws a model, and builds the next tree. Throws a Failure if no day here has the model. If the build fails, rejects
 * with a Failure that says what was done.
 */
export async function withdrawModel(work: Work, asked: Withdrawal): Promise<WithdrawnReport> {
  const model = await knownModel(work.config, asked.model);
  const withdrawal = { ...asked, model };
  await atWithdrawals(work.config, (desk) => desk.withdraw(withdrawal));
  return { ...withdrawal, tree: await nextTree(work, model) };
}

/**
 * Returns the withdrawal of a model that is withdrawn already, and builds the next tree. Throws a Failure if the model
 * is not withdrawn.
 */
export async function withdrawnModel(work: Work, model: string): Promise<WithdrawnReport> {
  const found = withdrawalOf(await readWithdrawals(work.config), model);
  if (!found) throw new Failure(`${model} is not withdrawn: give --reason "WHY", which withdraws it first.`);
  return { ...found, tree: await nextTree(work, found.model) };
}

/** Lifts the withdrawal of a model, and builds the next tree. Throws a Failure if the model is not withdrawn. */
export async function liftModel(work: Work, model: string): Promise<{ model: string; tree: TreeWith }> {
  if (!(await liftWithdrawal(work.config, model)))
    throw new Failure(`${model} is not withdrawn: "model-hub withdraw --list" lists what is.`);
  return { model, tree: await nextTree(work, model) };
}

/**
 * Lifts the withdrawal of a model, and no longer counts its remaining objects as removed for good. Resolves to false if
 * there is no such withdrawal.
 */
export async function liftWithdrawal(config: Config, model: string): Promise<boolean> {
  const isOther = (one: Withdrawal) => one.model.toLowerCase() !== model.toLowerCase();
  const others = withdrawnIds((await readWithdrawals(config)).filter(isOther));
  const pointer = currentPointer(config.data);
  // The objects are noted before the withdrawal is lifted, so that the next run completes this one if it is
  // interrupted.
  if (pointer) await inData(config, () => noteBroughtBack(config.data, storeOf(config), pointer.catalog, others));
  return atWithdrawals(config, (desk) => desk.lift(model));
}

/** Lists every withdrawal, including those that have ended. */
export async function listWithdrawals(config: Config): Promise<(Withdrawal & { inForce: boolean })[]> {
  return (await allWithdrawals(config)).map((one) => ({ ...one, inForce: isInForce(one) }));
}

async function nextTree({ config, service, progress }: Work, model: string): Promise<TreeWith> {
  if (!currentPointer(config.data)) return { snapshot: undefined, has: false };
  try {
    await buildHub(config, service, progress);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const done = 'The database has it, so hosts that share it follow at once; the tree does not yet';
    throw new Failure(`${error.message} ${done}: run "model-hub build".`, { cause: error });
  }
  const { catalog, snapshot } = currentStamp(config.dist)!.stamp;
  const address = parseAddress(catalog)!;
  const built = await openCatalog(storeOf(config).pathOf(address), address);
  return { snapshot, has: spelledIn(built, model) !== undefined };
}

/**
 * Returns the id as the newest day with the model spells it. Throws a Failure if no day has it, which shows a wrong name.
 * Without days, the model may be in the days of another machine with the same database. A day that can't be read may
 * have it too, and stops no withdrawal.
 */
async function knownModel(config: Config, model: string): Promise<string> {
  const known = withdrawalOf(await readWithdrawals(config), model)?.model;
  if (known !== undefined || !currentPointer(config.data)) return known ?? model;
  try {
    for await (const day of allDays(config.data, storeOf(config))) {
      const found = spelledIn(day, model);
      if (found !== undefined) return found;
    }
  } catch (error) {
    if (error instanceof ObjectError) return model;
    throw error;
  }
  throw new Failure(
    `No day has ${model}, and nothing is withdrawn: check the name. To keep a model out of the index, write it under ` +
      '"deny" in index.yaml.',
  );
}

const spelledIn = (day: CatalogFile, model: string) => idsInDay(day, new Set([model.toLowerCase()]))[0];

const AWAY =
  'There is no day here to build: run "model-hub export" or "push" where the tree is built, with the same HUB_DATABASE.';

export function withdrawnLines({ model, status, tree }: WithdrawnReport): string[] {
  return [
    `${model} is withdrawn: hosts that share the database answer ${status} within about a second.`,
    tree.snapshot === undefined
      ? AWAY
      : `The tree of ${tree.snapshot} that is built now names it in no list, page, feed or shard.`,
    'Files, Workers and Lambda follow with the next "model-hub export" or "push".',
  ];
}

export function liftedLines({ model, tree }: { model: string; tree: TreeWith }): string[] {
  const back = tree.has
    ? `The tree of ${tree.snapshot} that is built now has it again.`
    : 'It is back with the next day that has it.';
  return [`${model} is no longer withdrawn.`, tree.snapshot === undefined ? AWAY : back];
}

/** Lists what was removed, where copies may remain, and what can't be proved any more. */
export function purgedLines({ objects: { model, source, card }, removed, buckets, ships }: PurgeReport): string[] {
  const all = `${counted(model.length, 'model object')}, ${counted(source.length, 'source object')} and ${counted(card.length, 'card')}`;
  return [
    `The days name ${all} of it; ${removed} were here and are removed for good. The catalogs of days stay.`,
    ...buckets.map((address) => `${address} has none of them any more.`),
    ...(ships > 0 ? [`${counted(ships, 'object')} of them ship with this program, where nothing removes them.`] : []),
    'Whoever has copies keeps them: exports until the next "model-hub export", other hubs, mirrors, backups, tar files.',
    'What its files were can’t be proved any more: catalogs and the log name objects that nobody can read here.',
  ];
}

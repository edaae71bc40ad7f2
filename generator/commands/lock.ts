// `model-hub lock ID…`: writes a lock, which holds the hash of every file of the models, or compares a lock with the
// hub.
import process from 'node:process';
import { asGiven } from '../../functions/stores/bytes/file-modes.ts';
import { readConfig } from '../../src/service/config.ts';
import type { Lock } from '../../src/shapes/log.ts';
import { UsageFailure } from '../process/failure.ts';
import { checkModelIds } from './options/model-id.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  hub?: string;
  /** The file name of a lock, or `true` for models.lock. */
  check?: string | true;
  update?: string | true;
  bom?: string | true;
  json?: true;
}

const USUAL = 'models.lock';

export async function run(ids: string[], options: Options): Promise<void> {
  const { check, update, bom } = options;
  checkModelIds(ids);
  const given = [check, update, bom].filter((one) => one !== undefined);
  if (given.length > 1) throw new UsageFailure('Give one of --check, --update and --bom.');
  if (ids.length > 0 && (check ?? bom) !== undefined)
    throw new UsageFailure('--check and --bom take no ids: they use those of the lock.');
  if (bom !== undefined) return printBill(fileOf(bom), options);
  const file = check ?? update;
  if (file !== undefined) return compared(fileOf(file), ids, options);
  if (ids.length === 0) throw new UsageFailure('Name the models to lock, or a lock with --check or --update.');
  process.stdout.write(await textOf(await locked(ids, options)));
}

const fileOf = (file: string | true) => (file === true ? USUAL : file);

async function printBill(file: string, { hub }: Options): Promise<void> {
  const { readNamedLock } = await import('../locks/named-lock.ts');
  const { openClient } = await import('../objects/hub-address.ts');
  const { billsByHub } = await import('../locks/hub-bills.ts');
  const { billText, lockBill } = await import('../../src/lock/bill-of-materials.ts');
  const lock = readNamedLock(file);
  const client = openClient(readConfig(process.env), hub ?? process.env.HUB_URL ?? lock.hub);
  const bills = await billsByHub(client, Object.keys(lock.models));
  process.stdout.write(billText(lockBill(lock, (id) => bills.get(id))));
}

async function textOf(lock: Lock): Promise<string> {
  const { lockPieces } = await import('../../src/lock/write-lock.ts');
  return [...lockPieces(lock)].join('');
}

async function locked(ids: Iterable<string>, { hub }: Options, before?: Lock): Promise<Lock> {
  const { openClient } = await import('../objects/hub-address.ts');
  const { lockByHub } = await import('../locks/hub-lock.ts');
  return lockByHub(openClient(readConfig(process.env), hub ?? process.env.HUB_URL ?? before?.hub), ids, before);
}

/** Compares the lock in `file` with the hub. With --update, writes the lock anew. */
async function compared(file: string, ids: readonly string[], options: Options): Promise<void> {
  const { readNamedLock } = await import('../locks/named-lock.ts');
  const { changeLines, isMoved, lockChanges } = await import('../../src/lock/lock-changes.ts');
  const before = readNamedLock(file);
  const after = await locked(new Set([...Object.keys(before.models), ...ids]), options, before);
  const changes = lockChanges(before, after);
  const moved = changes.filter(isMoved);
  const models = Object.keys(before.models).length;
  const end = moved.length === 0 ? `Nothing moved: ${models} models.` : `${moved.length} of ${models} models moved.`;
  printReport(options.json, { moved: moved.length, changes }, [...changes.flatMap(changeLines), end]);
  if (options.update === undefined) {
    if (moved.length > 0) process.exitCode = 1;
    return;
  }
  const { putWhole } = await import('../files/whole-file.ts');
  const text = await textOf({ ...after, models: { ...before.models, ...after.models } });
  await asGiven(async () => putWhole(file, text));
}

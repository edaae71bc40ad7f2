// Looks at a log once: compares its checkpoint with that of the last look, reads the new entries, and reports faults.

import { join } from 'node:path';
import { sha256Hex } from '../../src/digests/sha.ts';
import { parseCheckpoint } from '../../src/log/checkpoint.ts';
import { beginsWith, LogDamage, type LogFiles, TileHashes } from '../../src/log/log-proofs.ts';
import { equalHashes } from '../../src/log/merkle.ts';
import { parseNote } from '../../src/log/note.ts';
import {
  type CheckedCheckpoint,
  checkCheckpoint,
  type LogPolicy,
  ProofFault,
} from '../../src/log/proof/check-proof.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { counted } from '../../src/model/figures.ts';
import { namesIn } from '../files/own-folder.ts';
import { putWhole } from '../files/whole-file.ts';
import type { Progress } from '../process/progress.ts';
import { type Finding, LogFault } from './finding.ts';
import type { MonitorState, SeenDay } from './monitor-state.ts';
import { readDayList } from './read-day-list.ts';
import { type Change, readEntries } from './read-entries.ts';

/** The name of the folder for evidence, within the folder of a monitor. */
const EVIDENCE = 'evidence';
/** The maximum number of ids that a report names for each kind of change. */
const NAMED = 20;

interface Changes {
  count: number;
  /** The ids of the first changed models. */
  ids: string[];
}

export interface Look {
  /** The name of the log, and the number of its leaves; absent if there is no valid checkpoint. */
  origin?: string;
  size?: number;
  /**
   * The number of leaves that were read before this look, and the number after it. The latter is less than the size if
   * reading failed.
   */
  before: number;
  read: number;
  /** True if all leaves of the log were read, and the log begins with the leaves of the last look. */
  isRead: boolean;
  /** The newest day of the log, if the log was read to its end. */
  day?: SeenDay;
  /** Names of the trusted keys that have signed. */
  signers: string[];
  changes: Partial<Record<Change, Changes>>;
  findings: Finding[];
  /** Folders with evidence of faults that this look found. */
  evidence: string[];
  /** Folders with evidence of faults that earlier looks found. */
  earlier: string[];
}

interface LogToWatch {
  files: LogFiles;
  policy: LogPolicy;
  state: MonitorState;
  /** The folder of the monitor, which holds a folder for evidence. */
  folder: string;
  now: Date;
  progress: Progress;
}

/** Looks at the log once. A fault of the log becomes a finding. Rejects with a Failure if the log can't be reached. */
export async function lookAtLog(log: LogToWatch): Promise<Look> {
  const { state } = log;
  const known = () => state.range().size;
  const look: Look = {
    ...{ before: known(), read: 0, isRead: false, signers: [], changes: {}, findings: [] },
    ...{ evidence: [], earlier: evidenceIn(log.folder) },
  };
  const bytes = await log.files(CHECKPOINT);
  const shown = Buffer.from(bytes ?? '').toString();
  try {
    if (!bytes) throw new LogFault('damage', 'There is no log: its checkpoint is missing.');
    const checkpoint = checkCheckpoint(shown, log.policy);
    const { origin, size, signatures } = checkpoint;
    Object.assign(look, { origin, size, signers: signatures.map(({ key }) => key.name) });
    await readOn(log, checkpoint, shown, look);
  } catch (error) {
    const finding = findingOf(error);
    look.findings.push(finding);
    if (finding.kind !== 'expired') look.evidence.push(keepEvidence(log, finding, shown));
  }
  look.findings.unshift(...state.findings());
  const earlier = look.earlier.filter((folder) => !look.evidence.includes(folder));
  return { ...look, earlier, read: known() };
}

function findingOf(error: unknown): Finding {
  const { message } = error as Error;
  if (error instanceof LogFault) return { kind: error.kind, sentence: message };
  if (error instanceof ProofFault) return { kind: 'signature', sentence: message };
  if (error instanceof LogDamage) return { kind: 'damage', sentence: message };
  throw error;
}

async function readOn(log: LogToWatch, checkpoint: CheckedCheckpoint, shown: string, look: Look): Promise<void> {
  const { files, state, progress } = log;
  await compare(files, state, checkpoint);
  const onChange = (change: Change, id: string) => {
    look.changes[change] ??= { count: 0, ids: [] };
    const all = look.changes[change];
    all.count += 1;
    if (all.ids.length < NAMED) all.ids.push(id);
  };
  await readEntries({ state, files, checkpoint, progress, onChange });
  state.setFact('checkpoint', shown);
  const day = state.fact('day');
  Object.assign(look, { isRead: true, ...(day && { day }) });
  if (!day || day.leaf !== checkpoint.size - 1)
    throw new LogFault('strange', `The last entry of the log, ${checkpoint.size - 1}, is not that of a day.`);
  if (state.fact('list') !== day.models.root) {
    await readDayList(files, state, day);
    state.setFact('list', day.models.root);
  }
  if (!(Date.parse(day.expires) > log.now.getTime()))
    throw new LogFault('expired', `The log stands still: its newest day, ${day.day}, was good until ${day.expires}.`);
}

/** Throws a LogFault unless the log begins with all leaves that earlier looks saw. */
async function compare(files: LogFiles, state: MonitorState, checkpoint: CheckedCheckpoint): Promise<void> {
  const seen = parseCheckpoint(parseNote(state.fact('checkpoint') ?? '')?.text ?? '');
  if (seen && seen.origin !== checkpoint.origin)
    throw new LogFault(
      'fork',
      `The log is named ${checkpoint.origin} and was named ${seen.origin}: it is another log.`,
    );
  const sizes = seen && `${counted(seen.size, 'entry', 'entries')} were seen, and ${checkpoint.size} are shown`;
  if (seen && checkpoint.size < seen.size) throw new LogFault('rollback', `The log went back: ${sizes}.`);
  // An interrupted run may have read and proved more leaves than the last complete run.
  const range = state.range();
  const older = seen && seen.size >= range.size ? seen : { size: range.size, root: range.root() };
  if (older.size > checkpoint.size)
    throw new LogFault(
      'rollback',
      `The log went back: ${counted(older.size, 'entry', 'entries')} were read, and ${checkpoint.size} are shown.`,
    );
  if (await beginsWith(files, checkpoint, older)) return;
  if (older.size === checkpoint.size)
    throw new LogFault(
      'fork',
      `The log was forked: it has two roots at ${counted(checkpoint.size, 'entry', 'entries')}.`,
    );
  if (!equalHashes(await new TileHashes(files, checkpoint.size).root(), checkpoint.root))
    throw new LogFault('damage', 'The tiles of the log do not add up to its checkpoint.');
  throw new LogFault(
    'fork',
    `The log was forked: its ${counted(checkpoint.size, 'entry', 'entries')} do not begin with the ${older.size} that were seen.`,
  );
}

/** Lists the folders with evidence of earlier looks. */
const evidenceIn = (folder: string) => namesIn(folder, EVIDENCE).map((name) => join(folder, EVIDENCE, name));

/** Keeps the last and the present checkpoint as evidence. Writes equal evidence to the same folder. */
function keepEvidence({ folder, state }: LogToWatch, { kind, sentence }: Finding, shown: string): string {
  const place = join(folder, EVIDENCE, `${kind}-${sha256Hex(shown).slice(0, 16)}`);
  const seen = state.fact('checkpoint');
  if (seen !== undefined) putWhole(join(place, 'seen'), seen);
  putWhole(join(place, 'shown'), shown);
  putWhole(join(place, 'sentence'), `${sentence}\n`);
  return place;
}

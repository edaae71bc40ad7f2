// The call of a command, with its options and what commands need of the hub. Each is read when it is first asked for.

import process from 'node:process';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import type { OptionsOf } from '../../src/docs/commands/command-row.ts';
import type { NamesIn, RowIn } from '../../src/docs/commands/commands.ts';
import { dayOf, isDay } from '../../src/nouns/calendar.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { UsageFailure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { progressFor } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';

/** The call of a command. `Options` are the values of its options. */
export class CommandCall<Options> {
  readonly options: Options;
  readonly isQuiet: boolean;

  constructor(options: Options) {
    this.options = options;
    this.isQuiet = (options as { json?: true }).json === true;
  }

  get config(): Config {
    return readConfig(process.env);
  }

  get service(): Service {
    return readService(this.config);
  }

  get progress(): Progress {
    return progressFor(this.isQuiet);
  }

  /** Prints `report` as JSON if the caller asked for that; otherwise prints `lines` for people. */
  print(report: unknown, lines: readonly string[], out: NodeJS.WriteStream = process.stdout): void {
    out.write(this.isQuiet ? shownJson(report, 2) : shownLines(lines));
  }
}

/** The code of the commands of a group, by their names. After the call come the arguments. */
export type RunsOf<Group> = {
  [Name in NamesIn<Group>]: (call: CommandCall<OptionsOf<RowIn<Group, Name>>>, ...args: never[]) => Promise<void>;
};

/** Throws a UsageFailure for the first text that is no model's id. */
export function checkModelIds(ids: readonly string[]): void {
  const odd = ids.find((id) => !parseModelId(id));
  if (odd !== undefined) throw new UsageFailure(`${JSON.stringify(odd)} is no model: name it as owner/name.`);
}

/**
 * Gives the day that a command must make: `day`, or else today (UTC). Throws a UsageFailure for a `day` that is no day,
 * or that lies in the future, because no earlier day could follow it.
 */
export function dayToMake(day: string | undefined): string {
  const today = dayOf(Date.now());
  if (day === undefined) return today;
  if (!isDay(day)) throw new UsageFailure(`--day must be a day such as ${today}, not ${JSON.stringify(day)}.`);
  if (day <= today) return day;
  throw new UsageFailure(`--day ${day} is in the future, and no earlier day could follow it: today is ${today} (UTC).`);
}

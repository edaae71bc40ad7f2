// Waits for files of the visitor. The code that hashes and judges them loads with the first file.
import { takeFiles } from '../../verify/take-files.ts';
import type { CheckRun } from './check-run.ts';

/** Handles the zone in `panel` that takes the visitor's files. */
export function startCheck(panel: HTMLElement): void {
  let run: Promise<CheckRun> | undefined;
  takeFiles(async (chosen, isDropped) => {
    run ??= import('./check-run.ts').then((module) => new module.CheckRun(panel));
    const work = await run;
    work.take(chosen);
    work.showVerdict(isDropped);
  });
}

// Waits until a visitor chooses files in a zone. The code that hashes and judges them loads then.
import type { CheckDesk } from './check-desk.ts';
import { takeFiles } from './take-files.ts';

/** Handles the zone in `panel` that takes the visitor's files. */
export function startCheck(panel: HTMLElement): void {
  let desk: Promise<CheckDesk> | undefined;
  takeFiles(async (chosen, isDropped) => {
    desk ??= import('./check-here.ts').then(({ deskIn }) => deskIn(panel));
    (await desk).take(chosen, isDropped);
  });
}

// Decides whether a changed figure in a file is worth writing the file again.

/** True if a figure changed by over a tenth and by more than `few`, or is known on one side only. */
export function hasMovedFar(was: number | null, now: number | null, few: number): boolean {
  return was === null || now === null ? was !== now : Math.abs(now - was) > Math.max(was / 10, few);
}

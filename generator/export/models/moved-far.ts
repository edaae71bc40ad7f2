// When a figure that a file shows is worth writing the file again.

/** True when a figure is over a tenth more or less than it was, and by more than `few`, or is known only on one side. */
export function hasMovedFar(was: number | null, now: number | null, few: number): boolean {
  return was === null || now === null ? was !== now : Math.abs(now - was) > Math.max(was / 10, few);
}

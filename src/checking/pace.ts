// Describes the speed of hashing and the remaining time in words.
import { bytes, counted } from '../model/figures.ts';
import { type CheckedFile, isUnderWay } from './checked-file.ts';

/**
 * Adds up the bytes that were hashed in this visit. The bytes of an earlier visit don't count, because they would make
 * the speed too high.
 */
export function hashedHere(files: readonly CheckedFile[]): number {
  return files.reduce((sum, { done, resumedAt }) => sum + done - resumedAt, 0);
}

/** Adds up the sizes of the files, and the bytes that are hashed. */
export function bytesDone(files: readonly CheckedFile[]): { size: number; done: number } {
  return files.reduce(({ size, done }, one) => ({ size: size + one.file.size, done: done + one.done }), {
    size: 0,
    done: 0,
  });
}

/** Says how many of the files are finished, and how many of their bytes are hashed. */
export function progressInWords(files: readonly CheckedFile[]): string {
  const finished = files.filter((file) => !isUnderWay(file)).length;
  const { size, done } = bytesDone(files);
  return `${finished} of ${counted(files.length, 'file')}, ${bytes(done)} of ${bytes(size)}`;
}

/**
 * Describes the speed and the remaining time after `done` bytes in `elapsed` milliseconds. Returns an empty text in the
 * first second.
 */
export function paceInWords(done: number, left: number, elapsed: number): string {
  if (elapsed < 1000 || done <= 0) return '';
  const speed = (done / elapsed) * 1000;
  return `${bytes(speed)} a second, ${durationOf(left / speed)} left`;
}

/** Returns a duration in words. */
function durationOf(seconds: number): string {
  if (seconds < 90) return `about ${counted(Math.max(1, Math.round(seconds)), 'second')}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} minutes`;
  return `about ${counted(Math.round(minutes / 60), 'hour')}`;
}

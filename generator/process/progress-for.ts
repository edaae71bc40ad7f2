// Chooses whether a command shows the progress of long work.
import { createProgress, type Progress, silent } from './progress.ts';

/**
 * Returns progress on standard error. If `isQuiet`, because a program reads the output, returns progress that prints
 * nothing.
 */
export const progressFor = (isQuiet: boolean | undefined): Progress => (isQuiet ? silent : createProgress());

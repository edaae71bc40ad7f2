// Chooses who sees the progress of long work: a person or nobody.
import { createProgress, type Progress, silent } from './progress.ts';

/** Gives progress for a person, or silent progress if `isQuiet`, because a program reads the report. */
export const progressFor = (isQuiet: boolean | undefined): Progress => (isQuiet ? silent : createProgress());

// The listener of long work: a person, or nobody.
import { createProgress, type Progress, silent } from './progress.ts';

/** Progress for a person, or none where a program reads the report. */
export const progressFor = (isQuiet: boolean | undefined): Progress => (isQuiet ? silent : createProgress());

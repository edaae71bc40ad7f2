// Waits for files on a page with the panel. The code that hashes and judges them loads with the first file.
import { takeFiles } from './take-files.ts';

takeFiles((chosen, isDropped) => void import('./verify-here.ts').then(({ desk }) => desk.take(chosen, isDropped)));

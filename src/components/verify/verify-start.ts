// Waits for files on a page with the panel; the code that hashes and judges them loads with the first.
import { takeFiles } from './take-files.ts';

takeFiles((chosen, isDropped) => void import('./verify-here.ts').then(({ desk }) => desk.take(chosen, isDropped)));

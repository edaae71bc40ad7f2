// Waits until a visitor chooses files in the panel of the Verify page. The code that hashes and judges them loads then.
import { takeFiles } from './take-files.ts';

takeFiles((chosen, isDropped) => void import('./verify-here.ts').then(({ desk }) => desk.take(chosen, isDropped)));

// Makes the copy buttons on pages of the documentation work.
import { startCopying } from '../copying/copying.ts';

startCopying(document.body);

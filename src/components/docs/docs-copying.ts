// The script of pages of the documentation: their copy buttons.
import { startCopying } from '../copying/copying.ts';

startCopying(document.body);

// The script of pages of the documentation: their copy buttons.
import { startCopying } from '../model/copying.ts';

startCopying(document.body);

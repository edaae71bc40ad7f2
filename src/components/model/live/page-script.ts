// The script of a model's page: copying, choosing, checking, ordering without a request, and how each source stands
// now.
import '../../account/saved-marks.ts';
import { startCopying } from '../../copying/copying.ts';
import { startCheck } from '../check/check-start.ts';
import { startFiles } from '../files-script.ts';
import { startPicker } from '../get/picker-start.ts';
import { showLogged } from './show-logged.ts';
import { showRelated } from './show-related.ts';
import { showSources } from './show-sources.ts';

startCopying(document.body);
const table = document.querySelector<HTMLTableElement>('.files');
if (table) startFiles(table);
const picker = document.querySelector<HTMLElement>('.picker');
if (picker) startPicker(picker);
const check = document.querySelector<HTMLElement>('.check-here');
if (check) startCheck(check);
const sources = document.querySelector<HTMLElement>('[data-sources]');
if (sources) showSources(sources).catch(() => {});
const related = document.querySelector<HTMLElement>('[data-related]');
if (related) showRelated(related).catch(() => {});
const logged = document.querySelector<HTMLElement>('[data-logged]');
if (logged) showLogged(logged).catch(() => {});

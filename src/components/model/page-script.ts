// What script adds to the page of a model: copying, ordering without a request, and how each source stands now.
import '../account/saved-marks.ts';
import { startCopying } from './copying.ts';
import { startFiles } from './files-script.ts';
import { showHealth } from './live-sources.ts';

startCopying(document.body);
const table = document.querySelector<HTMLTableElement>('.files');
if (table) startFiles(table);
const sources = document.querySelector<HTMLElement>('.sources[data-health]');
if (sources) void showHealth(sources);

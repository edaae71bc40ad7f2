// Starts the verify app: the same panel as the website's verify page, in a sandboxed page, which has no origin.

// Browsers refuse a page without an origin a worker from a separate file, so the worker's code is inlined.
import HashWorker from '../../../src/checking/hash-worker.ts?worker&inline';
import { byId, setHtml } from '../../../src/components/element.ts';
import { createDesk } from '../../../src/components/verify/check-desk.ts';
import { checkHtml } from '../../../src/components/verify/check-html.ts';
import { takeFiles } from '../../../src/components/verify/take-files.ts';

const panel = byId('verify');
setHtml(panel, checkHtml());
takeFiles(createDesk(panel, () => new HashWorker()));

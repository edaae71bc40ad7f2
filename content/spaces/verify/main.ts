// Starts the verify app: the same panel as the website's verify page, in a sandboxed page, which has no origin.

// Browsers refuse a page without an origin a worker from a separate file, so the worker's code is inlined.
import HashWorker from '../../../src/checking/hash-worker.ts?worker&inline';
import { byId, setHtml } from '../../../src/components/element.ts';
import { takeFiles } from '../../../src/components/verify/take-files.ts';
import { VerifyDesk } from '../../../src/components/verify/verify-desk.ts';
import { verifyPanelHtml } from '../../../src/components/verify/verify-panel-html.ts';

const panel = byId('verify');
setHtml(panel, verifyPanelHtml(panel.dataset.docs ?? ''));
const desk = new VerifyDesk(() => new HashWorker());
takeFiles((chosen, isDropped) => void desk.take(chosen, isDropped));

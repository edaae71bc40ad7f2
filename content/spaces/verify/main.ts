// The app: the panel of the website's page, with workers that a page without an origin may have.

// A page without an origin gets no worker from a separate file.
import HashWorker from '../../../src/checking/hash-worker.ts?worker&inline';
import { byId, setHtml } from '../../../src/components/element.ts';
import { takeFiles } from '../../../src/components/verify/take-files.ts';
import { VerifyDesk } from '../../../src/components/verify/verify-desk.ts';
import { verifyPanelHtml } from '../../../src/components/verify/verify-panel-html.ts';

const panel = byId('verify');
setHtml(panel, verifyPanelHtml(panel.dataset.docs ?? ''));
const desk = new VerifyDesk(() => new HashWorker());
takeFiles((chosen, isDropped) => void desk.take(chosen, isDropped));

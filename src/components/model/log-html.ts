// Writes the command that checks a model by its proof in the log.

import { type Html, html } from '../../basics/html.ts';
import { docsLink } from '../../model-page/model-links.ts';
import type { LoggedAs, ModelPage } from '../../model-page/model-page.ts';
import { idParts } from '../../nouns/model-id.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { commandHtml } from '../copying/command-html.ts';

/**
 * Makes the command that checks the model by its proof. In an export, makes the words about the exported log instead.
 * Undefined on a hub whose log is not signed, and in an export without a log.
 */
export function proofHtml(model: ModelPage, baseUrl: string): Html | undefined {
  if (model.isDirect) return model.loggedAs && exportedLogHtml(model.id, model.loggedAs, baseUrl);
  if (model.loggedAs !== 'signed') return undefined;
  const proof = href(routes.modelProof, idParts(model.id));
  const checker = href(routes.checker);
  // The command puts these files beside the folder of the model. Within the folder, the check would report them as
  // extra files.
  const fetched = [
    [checker, 'check_model.py'],
    [proof, 'proof.json'],
  ].map(([path, file]) => `curl -fsS ${baseUrl}${path} -o ../${file}`);
  const check = `python3 ../check_model.py . ../proof.json --model ${model.id} --key file:../${KEY_FILE}`;
  const command = [keyCommand(baseUrl, `../${KEY_FILE}`), ...fetched, check].join('\n');
  return html`<div class="in-log">${commandHtml('In the folder of the files: each against the log', command)}
    <p class="note"><a href="${proof}">The proof</a> is enough to check the files without this hub, and <a
    href="${checker}">the program</a> short enough to read; it needs <code>pip install
    cryptography</code>. ${keptKey()} <code>model-hub verify . --proof</code> does the same.</p></div>`;
}

/**
 * Explains how readers of an export make the proof themselves. Names no day, because the page is not built again each
 * day.
 */
function exportedLogHtml(id: string, loggedAs: LoggedAs, baseUrl: string): Html {
  const isSigned = loggedAs === 'signed';
  const check = `npx model-hub verify ../${idParts(id).name} --proof ${baseUrl} \\\n  --model ${id} ${isSigned ? `--key file:${KEY_FILE}` : '--keyless'}`;
  const command = isSigned ? `${keyCommand(baseUrl, KEY_FILE)}\n${check}` : check;
  const worth = isSigned
    ? keptKey()
    : 'The log is not signed, since this index has no signing key: a proof says that its files fit together, and nobody stands for them.';
  return html`<div class="in-log">
    <p>What this index says is <a href="${docsLink('log')}">kept in a log</a> that it can’t take
    back. The log lies beside these pages, and whoever wants a proof makes it of the log’s files.</p>
    ${commandHtml('In the folder of Model Hub, beside that of the files: each against the log', command)}
    <p class="note">Without a copy of <a href="${docsLink('self-hosting')}">Model Hub</a>, <a
    href="${href(routes.verifyPage)}">Verify</a> compares the hashes in your browser, and no proof. ${worth}</p></div>`;
}

const KEY_FILE = 'hub.vkey';
const keyCommand = (baseUrl: string, file: string) => `curl -fsS ${baseUrl}${href(routes.logKeys)} -o ${file}`;
const keptKey = () =>
  html`Fetch the key once and keep it: it is worth most <a href="${docsLink('proof')}">compared with one that came by another way</a>.`;

// Writes the elements of a model's page for facts that change more often than the model. A script fills them; without
// script, each is a plain link.

import { type Html, html } from '../../../basics/html.ts';
import { DERIVATIONS, type Derivation, derivedTag } from '../../../model-page/base-models.ts';
import { browseBy, docsLink } from '../../../model-page/model-links.ts';
import type { LoggedAs, ModelPage, PageFile } from '../../../model-page/model-page.ts';
import { hashShard } from '../../../nouns/address.ts';
import { idParts } from '../../../nouns/model-id.ts';
import { href } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import { commandHtml } from '../../copying/command-html.ts';

/** The plural of each kind of derived model. */
const KINDS: Readonly<Record<Derivation, string>> = {
  finetune: 'Fine-tunes',
  quantized: 'Quantisations',
  adapter: 'Adapters',
  merge: 'Merges',
};

/**
 * Makes the command that checks the model by its proof. In an export, makes the words about the exported log instead.
 * Undefined on a hub whose log is not signed, and in an export without a log.
 */
export function proofHtml(model: ModelPage, baseUrl: string): Html | undefined {
  if (model.isDirect) return model.loggedAs && exportedLogHtml(model.id, model.loggedAs, baseUrl);
  if (model.loggedAs !== 'signed') return undefined;
  const proof = href(routes.modelProof, idParts(model.id));
  const checker = href(routes.checker, {});
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
    href="${href(routes.verifyPage, {})}">Verify</a> compares the hashes in your browser, and no proof. ${worth}</p></div>`;
}

const KEY_FILE = 'hub.vkey';
const keyCommand = (baseUrl: string, file: string) => `curl -fsS ${baseUrl}${href(routes.logKeys, {})} -o ${file}`;
const keptKey = () =>
  html`Fetch the key once and keep it: it is worth most <a href="${docsLink('proof')}">compared with one that came by another way</a>.`;

/**
 * Makes the elements for models made from this model, and for other models with the same weights; undefined in an
 * export.
 */
export function relatedHtml(model: ModelPage): Html | undefined {
  if (model.isDirect) return undefined;
  const { id } = model;
  const kinds = DERIVATIONS.map(
    (kind) =>
      html`<li><a href="${browseBy('filter', derivedTag(id, kind))}">${KINDS[kind]}</a> <span class="live-count" data-kind="${kind}"></span></li>`,
  );
  const main = mainWeight(model);
  return html`<dl class="related-list" data-related="${href(routes.modelRelated, idParts(id))}"
    data-pages="${href(routes.browse, {})}"><div><dt>Made from this model</dt><dd><ul class="kinds">${kinds}</ul><div class="made"></div></dd>
    </div>${main ? sameHtml(main) : ''}</dl>`;
}

/** Makes the element for the model's downloads over the days; undefined in an export. */
export function byDayHtml(model: ModelPage): Html | undefined {
  if (model.isDirect) return undefined;
  return html`<dl class="related-list"><div><dt>Downloads by day</dt><dd class="by-day">
    <span class="room"><span><a href="${href(routes.archivePage, {})}">The days of the
    index</a></span></span></dd></div></dl>`;
}

function sameHtml({ sha256 }: PageFile): Html {
  const shard = hashShard(sha256);
  return html`<div><dt>The same weights elsewhere</dt><dd class="same-bytes">
    <a href="${href(routes.hashes, { shard })}">Every file whose SHA-256 begins with ${shard}</a></dd></div>`;
}

/** Gives the largest file of weights in one copy. The hub finds models with the same weights by the same file. */
function mainWeight({ files, copy }: ModelPage): PageFile | undefined {
  const weights = files.filter(({ path }) => copy?.paths.includes(path));
  return weights.reduce<PageFile | undefined>(
    (most, file) => (most && most.size >= file.size ? most : file),
    undefined,
  );
}

// Writes the panels beside the commands: what a check proves, the sources, and the addresses for programs.

import { type Html, html } from '../../basics/html.ts';
import { differsInWords } from '../../catalog/source-holdings.ts';
import { shellWord } from '../../get-it/shells.ts';
import { counted } from '../../model/figures.ts';
import { docsLink, type FileHolder, fileFinder, modelLinks } from '../../model-page/model-links.ts';
import { heldBy, type ModelPage, type PageFile, pageTotals } from '../../model-page/model-page.ts';
import { hashedInWords } from '../../model-page/what-it-is.ts';
import { encodePath } from '../../nouns/file-path.ts';
import { pinnedPath } from '../../nouns/source-kinds.ts';
import { commandHtml } from '../copying/command-html.ts';
import type { StateOf } from './header-html.ts';

/**
 * Says what is proved and what is not, with two commands. One checks the files against this index; the other compares
 * two sources without trust in this index.
 */
export function verificationHtml(model: ModelPage, baseUrl: string): Html {
  const links = modelLinks(model);
  const sums = `curl -fsS ${baseUrl}${links.sums} |\n  sha256sum --strict --ignore-missing -c`;
  const pair = twoHolders(model);
  const second = pair
    ? commandHtml('Without trust in this index: two sources, the same bytes', comparison(model, pair, baseUrl))
    : html`<p class="note">${noPair(model)}, so there are no second bytes to compare with. This model’s index record
      has its own BLAKE3 address, so the record can be checked too.</p>`;
  return html`<div class="check"><div class="check-lines">
    ${commandHtml('In the folder of the files: each against this index', sums)}${second}</div><dl class="proof"><div>
    <dt class="state state-good">Proved by the check</dt><dd>Each byte is the one this index names, whichever source
    sent it. No source is trusted for a hash.</dd></div><div><dt class="state state-unknown">Not proved</dt>
    <dd>That the index is right${pair ? ', which the second line is for' : ''}. That the model is good, harmless, or
    under the licence it claims.</dd></div></dl></div>${hashesFrom(model)}<p class="note">
    <a href="${docsLink('verification')}">What a check proves, and which tools check by themselves</a></p>`;
}

/** Explains why there are no two copies of one file to compare. */
function noPair({ sources }: ModelPage): string {
  const [first, second] = sources;
  if (first === undefined) return 'No source of this hub holds the model today';
  return second ? 'No two sources hold the same file of this model' : `Only ${first.name} holds this model`;
}

/** Says where the hashes of this index come from, as far as known. */
function hashesFrom({ hashed }: ModelPage): Html | '' {
  if (!hashed) return '';
  return html`<p class="note">${hashedInWords(hashed)} <a href="${docsLink('verification')}">What that is worth</a></p>`;
}

/** The smallest file that two sources hold, and these sources. */
interface Pair {
  file: PageFile;
  first: FileHolder;
  second: FileHolder;
}

/**
 * Writes a command that compares the file's bytes from the two sources. On a hub, each comes through a redirect, and
 * only the start of the two addresses differs.
 */
function comparison(model: ModelPage, { file, first, second }: Pair, baseUrl: string): string {
  const path = shellWord(modelLinks(model).files.slice(1) + encodePath(file.path));
  const url = ({ source, address }: FileHolder) =>
    model.isDirect ? shellWord(address) : `"${baseUrl}${pinnedPath(source.token, '/')}$file"`;
  return `${model.isDirect ? '' : `file=${path}\n`}cmp <(curl -fsSL ${url(first)}) \\
    <(curl -fsSL ${url(second)}) &&\n  echo same bytes`;
}

/**
 * Finds the smallest file that two sources hold, and the first two sources that hold it. A comparison downloads the
 * file twice, so a small file is best.
 */
function twoHolders(model: ModelPage): Pair | undefined {
  const find = fileFinder(model);
  let best: Pair | undefined;
  for (const file of model.files) {
    if (file.size === 0 || (best && file.size >= best.file.size)) continue;
    const [first, second] = find(file).holders;
    if (first && second) best = { file, first, second };
  }
  return best;
}

/** Lists what each source holds. The sources come in the order in which the hub tries them. */
export function sourcesHtml(model: ModelPage, baseUrl: string, stateOf?: StateOf): Html {
  const { sources } = model;
  if (sources.length === 0)
    return html`<p>No source of this hub holds this model today. Its names and hashes stay here, so that bytes found
      elsewhere can be checked.</p>`;
  const all = counted(pageTotals(model).files, 'file');
  const rows = sources.map((source) => {
    const { token, name, listedAs, direct } = source;
    const holds = source.files ? `${heldBy(source, model)} of ${all}` : all;
    const spelled = listedAs === undefined ? '' : html` <span class="note">listed as ${listedAs}</span>`;
    const differs = source.differs ? `. ${differsInWords(source.differs, all)}` : '';
    const place = model.isDirect
      ? html`Files at: <code
      class="value">${direct ?? 'no address of their own'}</code>${source.isByHash ? ' and their SHA-256' : ''}`
      : html`Always from this source: <code class="value">${baseUrl}${pinnedPath(token, '')}</code>`;
    const now = stateOf?.(source);
    return html`<li><span class="source-name">${name}${spelled}</span>
      <span class="source-note">${now ? `${now.sentence}. ` : ''}Holds ${holds}. ${place} ${differs}</span></li>`;
  });
  const order = model.isDirect
    ? 'In the order in which a hub would try them; how they are now is not measured here.'
    : 'In the order they are tried. If one is down, the next that has the file sends it; the hash stays the same.';
  return html`<ol class="sources sources-wide">${rows}</ol><p class="note">${order} <a
    href="${docsLink('sources')}">How one is chosen</a></p>`;
}

/** Shows what programs need: the model's revision and address, and the paths of its answers, each with its content. */
export function machineHtml(model: ModelPage): Html {
  const links = modelLinks(model);
  const row = ([label, path, says]: readonly [string, string | undefined, string]) =>
    path === undefined ? '' : html`<li><a href="${path}">${label}</a> <span class="note">${says}</span></li>`;
  const rows = [
    ['Record', links.info, 'JSON: revision, file names, tags'],
    ['File tree', links.tree, 'JSON: path, size, SHA-256'],
    ['Checksums', links.sums, 'what sha256sum -c reads'],
    ['Object', links.object, 'JSON, named by its BLAKE3'],
    ['Manifest', links.manifest, 'OCI, a layer for each file'],
    ['This page', links.twin, 'Markdown, for agents'],
  ] as const;
  return html`${commandHtml('Revision', model.revision)}${commandHtml('Address', model.object)}
    <ul class="machine">${rows.map(row)}</ul>`;
}

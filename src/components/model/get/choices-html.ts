// Writes the section "Get it": the versions of a model with their sizes and the memory that they need, and the commands
// for the chosen version.

import { type Html, html } from '../../../basics/html.ts';
import { defined } from '../../../basics/records.ts';
import { choicesOf } from '../../../get-it/choices.ts';
import type { Choice } from '../../../get-it/command-body.ts';
import { type TargetModel, targetModel } from '../../../get-it/target-model.ts';
import { commandsFor, firstCommand } from '../../../get-it/tool-commands.ts';
import { countedTokens, neededMemory, tokenBytes } from '../../../model/context-memory.ts';
import { bytes, counted } from '../../../model/figures.ts';
import { baseModels, isOnTop } from '../../../model-page/base-models.ts';
import { browseBy } from '../../../model-page/model-links.ts';
import type { ModelPage } from '../../../model-page/model-page.ts';
import { versionLink } from '../../../nouns/model-id.ts';
import { href } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import { commandText } from '../../copying/command-html.ts';
import { toolsHtml } from './tools-html.ts';

/**
 * Makes the size and the memory of the chosen version, its tools, and the folded list of versions. `version` is the key
 * of a version, in any letter case; the recommended one is chosen if it is unknown. `script` is the address of
 * remembered-client.js, which must stand before the tools.
 */
export function getItHtml(model: ModelPage, baseUrl: string, script: string, version?: string | null): Html {
  const target = targetModel(model, baseUrl);
  const choices = choicesOf(model);
  const named = choices.find(({ key }) => key === version?.toLowerCase());
  const chosen = named ?? choices[0];
  const commands = commandsFor(target, chosen);
  const shells = model.isDirect
    ? ''
    : html`<fieldset class="tabs shells"><legend class="out-of-sight">Shell</legend>
      <input type="radio" name="shell" id="shell-unix" value="unix" checked>
      <label for="shell-unix">Linux, macOS</label><input type="radio" name="shell" id="shell-powershell"
      value="powershell"><label for="shell-powershell">PowerShell</label></fieldset>`;
  return html`<div class="picker">${adapterNote(target)}
    <p class="chosen"><strong>${bytes(chosen.bytes)}</strong> ${chosen.label}</p>${memoryHtml(model, chosen)}
    <script src="${script}"></script>${toolsHtml(commands)}${shells}
    ${versionsHtml(target, choices, chosen, named !== undefined)}
    ${ggufHtml(target, choices, chosen)}</div>`;
}

/** Links what local runners take, unless it is chosen: a version of the model, else builds of it. */
function ggufHtml({ adapter, isDirect, name }: TargetModel, choices: readonly Choice[], chosen: Choice): Html | '' {
  if (adapter || chosen.format === 'gguf') return '';
  const own = choices.find(({ format }) => format === 'gguf');
  if (own)
    return isDirect
      ? ''
      : html`<p class="note"><a href="${versionLink(own.key)}">${own.label}</a>, for Ollama and llama.cpp</p>`;
  const query = new URLSearchParams({ search: name.replace(/-(hf|fp16|bf16)$/i, ''), format: 'gguf' });
  return html`<p class="note"><a href="${`${href(routes.browse)}?${query}`}">Look for a GGUF build</a>, for Ollama and llama.cpp</p>`;
}

/** Says that an adapter needs its base model too, which the sizes here do not include. */
function adapterNote({ adapter }: TargetModel): Html | '' {
  if (!adapter) return '';
  const { base } = adapter;
  const named = base === undefined ? 'a base model' : baseLink(base);
  return html`<p class="adapter-note"><strong>An adapter.</strong> It runs on top of ${named}, which you need too.</p>`;
}

const baseLink = (base: string) => html`<a href="${browseBy('search', base)}"><bdi>${base}</bdi></a>`;

/** Makes the table of versions, each a link to this page with that version chosen; nothing if there is only one. */
function versionsHtml(target: TargetModel, choices: readonly Choice[], chosen: Choice, isOpen: boolean): Html | '' {
  if (choices.length === 1) return '';
  const isAdded = isOnTop(target);
  const rows = choices.map((choice, at) => {
    const { key, label, files, bytes: size, weights } = choice;
    const usual = at === 0 ? html` <span class="note">recommended</span>` : '';
    const version = target.isDirect
      ? html`<details><summary>${label}</summary><pre><code>${commandText(firstCommand(target, choice) ?? '')}</code></pre></details>`
      : html`<a href="${versionLink(key)}#get-title"${choice === chosen ? html` aria-current="true"` : ''}>${label}</a>`;
    const own = weights === undefined ? 'unknown' : bytes(neededMemory(weights, contextOf(target)));
    return html`<tr><th scope="row">${version}${usual}</th><td>${bytes(size)}
      ${files > 1 ? html` <span class="note">${counted(files, 'file')}</span>` : ''}</td><td>
      ${isAdded ? 'that of its base model too' : own}</td></tr>`;
  });
  return html`<details class="versions"${isOpen ? html` open` : ''}><summary>All ${counted(choices.length, 'version')}</summary>
    <table class="choices"><caption class="out-of-sight">Versions</caption><thead><tr><th scope="col">Choose</th>
    <th scope="col">Download</th><th scope="col">Memory</th></tr></thead><tbody>${rows}</tbody></table></details>`;
}

/** Gives what is known of a model's context: its bytes for each token, if a header tells them, and its largest size. */
const contextOf = ({ header, context = header?.contextLength }: ModelPage) =>
  defined({ token_bytes: header && tokenBytes(header), context });

/** Says how much memory the chosen version needs; an adapter needs that of its base model, and a little more. */
function memoryHtml(model: ModelPage, { weights }: Choice): Html | '' {
  if (isOnTop(model)) {
    const base = baseModels(model)[0]?.id;
    const named = base === undefined ? '' : html`, ${baseLink(base)}`;
    const own = weights === undefined ? '' : `, and ${bytes(weights)} for itself`;
    return html`<p class="needs">Needs its base model${named}: the memory of that${own}.</p>`;
  }
  if (weights === undefined) return '';
  const context = contextOf(model);
  const needed = neededMemory(weights, context);
  const sum = html`<p class="needs">Needs <strong class="needed">${bytes(needed)}</strong> of memory`;
  const tokens = counted(countedTokens(context), 'token');
  return context.token_bytes === undefined
    ? html`${sum} or so: its weights and 20 %.</p>`
    : html`${sum}: its weights, and ${bytes(needed - weights)} for a context of ${tokens}.</p>`;
}

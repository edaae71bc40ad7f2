// Writes the section "Get it": the versions of a model with their sizes and the memory that they need, and the commands
// for the chosen version.

import { type Html, html } from '../../../basics/html.ts';
import { defined } from '../../../basics/records.ts';
import { choicesOf } from '../../../get-it/choices.ts';
import type { Choice } from '../../../get-it/command-body.ts';
import { type TargetModel, targetModel } from '../../../get-it/target-model.ts';
import { commandsFor, firstCommand } from '../../../get-it/tool-commands.ts';
import { bytesPerToken, contextShape, neededMemory, USUAL_CONTEXT } from '../../../model/context-memory.ts';
import { bytes, counted } from '../../../model/figures.ts';
import { baseModels, isOnTop } from '../../../model-page/base-models.ts';
import { browseBy } from '../../../model-page/model-links.ts';
import type { ModelPage } from '../../../model-page/model-page.ts';
import { versionLink } from '../../../nouns/model-id.ts';
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
  const shells = target.direct
    ? ''
    : html`<fieldset class="tabs shells"><legend class="out-of-sight">Shell</legend>
      <input type="radio" name="shell" id="shell-unix" value="unix" checked>
      <label for="shell-unix">Linux, macOS</label><input type="radio" name="shell" id="shell-powershell"
      value="powershell"><label for="shell-powershell">PowerShell</label></fieldset>`;
  return html`<div class="picker">${adapterNote(target)}
    <p class="chosen"><strong>${bytes(chosen.bytes)}</strong> ${chosen.label}</p>${memoryHtml(model, chosen)}
    <script src="${script}"></script>${toolsHtml(commands, target.docs)}${shells}
    ${versionsHtml(model, choices, chosen, named !== undefined, target)}
    ${ggufHtml(target, choices, chosen)}</div>`;
}

/** Links what local runners take, unless it is chosen: a version of the model, else builds of it. */
function ggufHtml(
  { adapter, browse, direct, name }: TargetModel,
  choices: readonly Choice[],
  chosen: Choice,
): Html | '' {
  if (adapter || chosen.format === 'gguf') return '';
  const own = choices.find(({ format }) => format === 'gguf');
  if (own)
    return direct
      ? ''
      : html`<p class="note"><a href="${versionLink(own.key)}">${own.label}</a>, for Ollama and llama.cpp</p>`;
  const query = new URLSearchParams({ search: name.replace(/-(hf|fp16|bf16)$/i, ''), format: 'gguf' });
  return html`<p class="note"><a href="${`${browse}?${query}`}">Look for a GGUF build</a>, for Ollama and llama.cpp</p>`;
}

/** Says that an adapter needs its base model too, which the sizes here do not include. */
function adapterNote({ adapter }: TargetModel): Html | '' {
  if (!adapter) return '';
  const { base, page } = adapter;
  const named = base === undefined ? 'a base model' : html`<a href="${page ?? ''}"><bdi>${base}</bdi></a>`;
  return html`<p class="adapter-note"><strong>An adapter.</strong> It runs on top of ${named}, which you need too.</p>`;
}

/** Makes the table of versions, each a link to this page with that version chosen; nothing if there is only one. */
function versionsHtml(
  model: ModelPage,
  choices: readonly Choice[],
  chosen: Choice,
  isOpen: boolean,
  target: TargetModel,
): Html | '' {
  if (choices.length === 1) return '';
  const rows = choices.map((choice, at) => {
    const { key, label, files, bytes: size } = choice;
    const usual = at === 0 ? html` <span class="note">recommended</span>` : '';
    const needed = needs(model, choice);
    const command = html`<details><summary>${label}</summary><pre><code>${commandText(firstCommand(target, choice) ?? '')}</code></pre></details>`;
    const link = html`<a href="${versionLink(key)}#get-title"${choice === chosen ? html` aria-current="true"` : ''}>${label}</a>`;
    return html`<tr><th scope="row">${target.direct ? command : link}${usual}</th><td>${bytes(size)}
      ${files > 1 ? html` <span class="note">${counted(files, 'file')}</span>` : ''}</td><td>
      ${needed === undefined ? (isOnTop(model) ? 'that of its base model too' : 'unknown') : bytes(needed)}</td></tr>`;
  });
  return html`<details class="versions"${isOpen ? html` open` : ''}><summary>All ${counted(choices.length, 'version')}</summary>
    <table class="choices"><caption class="out-of-sight">Versions</caption><thead><tr><th scope="col">Choose</th>
    <th scope="col">Download</th><th scope="col">Memory</th></tr></thead><tbody>${rows}</tbody></table></details>`;
}

/**
 * Gives the facts about a model’s context: its bytes for each token, if a header tells them; its largest size; and the
 * number of tokens that the page counts with.
 */
function contextOf({ header, context }: ModelPage) {
  const shape = header && contextShape(header);
  const most = context ?? header?.contextLength;
  return {
    perToken: shape && bytesPerToken(shape),
    most,
    tokens: Math.min(most || USUAL_CONTEXT, USUAL_CONTEXT),
  };
}

/** Gives the bytes of memory that a version needs to run; undefined if its weights are unknown, and for an adapter. */
function needs(model: ModelPage, { weights }: Pick<Choice, 'weights'>): number | undefined {
  const { perToken, most } = contextOf(model);
  return weights === undefined || isOnTop(model)
    ? undefined
    : neededMemory(weights, defined({ token_bytes: perToken, context: most }));
}

/** Says how much memory the chosen version needs. */
function memoryHtml(model: ModelPage, usual: Choice): Html | '' {
  const { perToken, tokens } = contextOf(model);
  const needed = needs(model, usual);
  if (isOnTop(model)) return onTopHtml(model, usual);
  if (needed === undefined) return '';
  const sum = html`<p class="needs">Needs <strong class="needed">${bytes(needed)}</strong> of memory`;
  return perToken === undefined
    ? html`${sum} or so: its weights and 20 %.</p>`
    : html`${sum}: its weights, and ${bytes(perToken * tokens)} for a context of ${counted(tokens, 'token')}.</p>`;
}

/** Says that the memory of an adapter is that of its base model, and a little more. */
function onTopHtml(model: ModelPage, { weights }: Choice): Html {
  const base = baseModels(model)[0]?.id;
  const named = base === undefined ? '' : html`, <a href="${browseBy('search', base)}"><bdi>${base}</bdi></a>`;
  const own = weights === undefined ? '' : `, and ${bytes(weights)} for itself`;
  return html`<p class="needs">Needs its base model${named}: the memory of that${own}.</p>`;
}

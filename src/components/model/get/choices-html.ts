// Writes the section "Get it": the versions of a model with their sizes and the memory that they need, and the commands
// for the chosen version.

import { type Html, html } from '../../../basics/html.ts';
import { defined } from '../../../basics/records.ts';
import { choicesOf } from '../../../get-it/choices.ts';
import type { Choice } from '../../../get-it/command-body.ts';
import { type TargetModel, targetModel } from '../../../get-it/target-model.ts';
import { firstCommand } from '../../../get-it/tool-commands.ts';
import { bytesPerToken, contextShape, neededMemory, USUAL_CONTEXT } from '../../../model/context-memory.ts';
import { bytes, count, counted } from '../../../model/figures.ts';
import { baseModels, isOnTop } from '../../../model-page/base-models.ts';
import { browseBy } from '../../../model-page/model-links.ts';
import type { ModelPage } from '../../../model-page/model-page.ts';
import { choiceAnchor } from '../../../nouns/model-id.ts';
import { commandText } from '../../copying/command-html.ts';
import { toolsHtml } from './tools-html.ts';

/**
 * Makes the folded list of versions, the tools, and the memory that the chosen version needs. Without script, the tools
 * are those of the recommended version, and each other version has a command in its row. `script` is the address of
 * remembered-client.js, which must stand before the tools. `above` is a line above the tools.
 */
export function getItHtml(model: ModelPage, baseUrl: string, script: string, above: Html | '' = ''): Html {
  const target = targetModel(model, baseUrl);
  const choices = choicesOf(model);
  const [usual] = choices;
  const shells = target.direct
    ? ''
    : html`<fieldset class="tabs shells"><legend class="out-of-sight">Shell</legend>
      <input type="radio" name="shell" id="shell-unix" value="unix" checked>
      <label for="shell-unix">Linux, macOS</label><input type="radio" name="shell" id="shell-powershell"
      value="powershell"><label for="shell-powershell">PowerShell</label></fieldset>`;
  return html`<div class="picker" data-target="${JSON.stringify(target)}">${adapterNote(target)}
    <div class="choose"><p class="chosen" role="status">For <strong>${usual.label}</strong>, ${bytes(usual.bytes)}:</p>
    ${versionsHtml(model, choices, (choice) => firstCommand(target, choice) ?? '')}</div>
    ${above}<script src="${script}"></script>${shells}<div class="ways-in">${toolsHtml(target, usual)}</div>
    ${memoryHtml(model, usual)}</div>`;
}

/** Says that an adapter needs its base model too, which the sizes here do not include. */
function adapterNote({ adapter }: TargetModel): Html | '' {
  if (!adapter) return '';
  const { base, page } = adapter;
  const named = base === undefined ? 'a base model' : html`<a href="${page ?? ''}"><bdi>${base}</bdi></a>`;
  return html`<p class="adapter-note"><strong>An adapter.</strong> It runs on top of ${named}, which you need too.</p>`;
}

/** Makes the table of versions, hidden if there is only one. */
function versionsHtml(model: ModelPage, choices: readonly Choice[], command: (choice: Choice) => string): Html | '' {
  const { perToken } = contextOf(model);
  const rows = choices.map((choice, at) => row(model, choice, { isUsual: at === 0, command }));
  return html`<details class="versions"${choices.length === 1 ? html` hidden` : ''}>
    <summary>All ${counted(choices.length, 'version')}</summary>
    <table class="choices" id="versions"${perToken === undefined ? '' : html` data-per-token="${perToken}"`}>
    <caption class="out-of-sight">Versions</caption><thead><tr><th scope="col">Choose</th>
    <th scope="col">Download</th><th scope="col">Memory</th></tr></thead><tbody>${rows}</tbody></table></details>`;
}

/**
 * Gives the facts about a model's context: its shape and bytes for each token, if a header tells them; its largest
 * size; and the number of tokens that the page shows first.
 */
function contextOf({ header, context }: ModelPage) {
  const shape = header && contextShape(header);
  const most = context ?? header?.contextLength;
  return {
    shape,
    perToken: shape && bytesPerToken(shape),
    most,
    tokens: Math.min(most || USUAL_CONTEXT, USUAL_CONTEXT),
  };
}

interface RowFacts {
  isUsual: boolean;
  command(choice: Choice): string;
}

function row(model: ModelPage, choice: Choice, { isUsual, command }: RowFacts): Html {
  const { key, label, files, bytes: size } = choice;
  const usual = isUsual ? html` <span class="note">recommended</span>` : '';
  const needed = needs(model, choice);
  const noScript = isUsual
    ? ''
    : html`<details class="no-script"><summary>Command</summary><pre><code>${commandText(command(choice))}</code></pre></details>`;
  return html`<tr><th scope="row"><label class="choice-name">
    <input type="radio" name="choice" id="${choiceAnchor(key)}"
    value="${key}"${isUsual ? ' checked' : ''} data-choice="${JSON.stringify(choice)}">${label}</label>${usual}${noScript}
    </th><td>${bytes(size)}${files > 1 ? html` <span class="note">${counted(files, 'file')}</span>` : ''}</td><td class="memory">
    ${needed === undefined ? (isOnTop(model) ? 'that of its base model too' : 'unknown') : bytes(needed)}</td></tr>`;
}

/** Gives the bytes of memory that a version needs to run; undefined if its weights are unknown, and for an adapter. */
function needs(model: ModelPage, { weights }: Pick<Choice, 'weights'>): number | undefined {
  const { perToken, most } = contextOf(model);
  return weights === undefined || isOnTop(model)
    ? undefined
    : neededMemory(weights, defined({ token_bytes: perToken, context: most }));
}

/**
 * Says how much memory the chosen version needs. A folded text explains the sum; script lets the visitor change the
 * number of tokens.
 */
function memoryHtml(model: ModelPage, usual: Choice): Html | '' {
  const { shape, most, tokens } = contextOf(model);
  const needed = needs(model, usual);
  if (isOnTop(model)) return onTopHtml(model, usual);
  if (needed === undefined) return '';
  const sum = html`<p class="needs">Needs <strong class="needed">${bytes(needed)}</strong> of memory`;
  if (!shape) return html`${sum} or so: its weights and 20 %.</p>`;
  const { layers, heads, size } = shape;
  return html`${sum}: its weights, and the context.</p><details class="memory-note">
    <summary>How the memory is counted</summary><p class="note"><label>Tokens <input type="number"
    name="context" min="1" step="1"${most ? html` max="${most}"` : ''} value="${tokens}"></label>
    <span class="no-script"> ${count(tokens)}</span> × ${layers} layers × ${heads} heads of keys and values
    × ${size} values × 2 (keys and values) × 2 bytes = <output class="context-bytes">
    ${bytes(bytesPerToken(shape) * tokens)}</output>. Programs need some more for themselves, and less for a cache of
    fewer bits.</p></details>`;
}

/** Says that the memory of an adapter is that of its base model, and a little more. */
function onTopHtml(model: ModelPage, { weights }: Choice): Html {
  const base = baseModels(model)[0]?.id;
  const named = base === undefined ? '' : html`, <a href="${browseBy('search', base)}"><bdi>${base}</bdi></a>`;
  const own = weights === undefined ? '' : `, and ${bytes(weights)} for itself`;
  return html`<p class="needs">Needs its base model${named}: the memory of that${own}.</p>`;
}

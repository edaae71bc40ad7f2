// "Get it": first the commands for one version of a model, then all versions, with the size and the needs of each.

import { type Html, html } from '../../../basics/html.ts';
import { type AskedModel, askedModel } from '../../../get-it/asked-model.ts';
import type { Choice } from '../../../get-it/choice.ts';
import { choicesOf } from '../../../get-it/choices.ts';
import { firstCommand } from '../../../get-it/ways.ts';
import { bytesPerToken, type ContextShape, contextShape, USUAL_CONTEXT } from '../../../model/context-memory.ts';
import { bytes, count, counted } from '../../../model/figures.ts';
import { choiceAnchor } from '../../../model-page/model-links.ts';
import type { ModelPage } from '../../../model-page/model-page.ts';
import { toolsHtml } from './tools-html.ts';

/**
 * Makes the tools, the state of the sources (`now`), and the versions to choose from. Without script the tools are those of
 * the recommended version, and each other version has its command in its row. `script` is the address of
 * remembered-client.js, which has its place between tabs and panels.
 */
export function getItHtml(model: ModelPage, baseUrl: string, script: string, now: Html | ''): Html {
  const asked = askedModel(model, baseUrl);
  const choices = choicesOf(model);
  const [usual] = choices;
  const { tabs, panels } = toolsHtml(asked, usual);
  const others =
    choices.length > 1
      ? html`<p class="note"><a href="#versions">All ${counted(choices.length, 'version')}</a></p>`
      : '';
  const table = choicesTable(model, choices, (choice) => firstCommand(asked, choice) ?? '');
  const shells = asked.direct
    ? ''
    : html`<fieldset class="tabs shells"><legend class="out-of-sight">Shell</legend>
      <input type="radio" name="shell" id="shell-unix" value="unix" checked>
      <label for="shell-unix">Linux, macOS</label><input type="radio" name="shell" id="shell-powershell"
      value="powershell"><label for="shell-powershell">PowerShell</label></fieldset>`;
  return html`<div class="picker" data-asked="${JSON.stringify(asked)}">${adapterNote(asked)}
    <p class="chosen" role="status">For <strong>${usual.label}</strong>, ${bytes(usual.bytes)}:</p>${others}
    <div class="tools-head"><fieldset class="tabs tools"><legend class="out-of-sight">Tool</legend>${tabs}</fieldset>
    ${shells}</div><script src="${script}"></script><div class="ways-in">${panels}</div>${now}${table}</div>`;
}

/** Says that an adapter's weight does not include its base model. */
function adapterNote({ adapter }: AskedModel): Html | '' {
  if (!adapter) return '';
  const { base, page } = adapter;
  const named =
    base === undefined
      ? 'its base model, which adapter_config.json names'
      : html`<a href="${page ?? ''}"><bdi>${base}</bdi></a>`;
  return html`<p class="adapter-note"><strong>An adapter (PEFT).</strong> It runs on top of ${named}: that is needed
    too, and its bytes and memory come on top of what stands here.</p>`;
}

function choicesTable(model: ModelPage, choices: readonly Choice[], command: (choice: Choice) => string): Html {
  const shape = model.header && contextShape(model.header);
  const context = Math.min(model.header?.contextLength || model.context || USUAL_CONTEXT, USUAL_CONTEXT);
  const perToken = shape && bytesPerToken(shape);
  const rows = choices.map((choice, at) => row(choice, { isUsual: at === 0, perToken, context, command }));
  return html`<table class="choices" id="versions"${perToken === undefined ? '' : html` data-per-token="${perToken}"`}>
    <caption class="out-of-sight">Versions</caption><thead><tr><th scope="col">Choose</th>
    <th scope="col">Download</th><th scope="col">Memory</th></tr></thead><tbody>${rows}</tbody></table>
    ${memoryNote(model, shape, context)}`;
}

interface RowFacts {
  isUsual: boolean;
  perToken: number | undefined;
  context: number;
  command(choice: Choice): string;
}

function row(choice: Choice, { isUsual, perToken, context, command }: RowFacts): Html {
  const { key, label, files, bytes: size, weights } = choice;
  const usual = isUsual ? html` <span class="note">recommended</span>` : '';
  const memory =
    weights === undefined
      ? 'unknown'
      : perToken === undefined
        ? html`<span class="note">from</span> ${bytes(weights)}`
        : bytes(weights + perToken * context);
  const told = isUsual
    ? ''
    : html`<details class="no-script"><summary>Command</summary><pre><code>${command(choice)}</code></pre></details>`;
  return html`<tr><th scope="row"><label class="choice-name">
    <input type="radio" name="choice" id="${choiceAnchor(key)}"
    value="${key}"${isUsual ? ' checked' : ''} data-choice="${JSON.stringify(choice)}">${label}</label>${usual}${told}
    </th><td>${bytes(size)}${files > 1 ? html` <span class="note">${counted(files, 'file')}</span>` : ''}</td><td class="memory">${memory}</td>
    </tr>`;
}

/** Explains how the memory is computed, and shows the number of tokens, which script lets the visitor change. */
function memoryNote({ header, context: most }: ModelPage, shape: ContextShape | undefined, context: number): Html {
  if (!shape)
    return html`<p class="note memory-note">Memory is at least the weights. The memory of the context is unknown: we
      could not read the header of this model.</p>`;
  const limit = header?.contextLength ?? most;
  const { layers, heads, size } = shape;
  return html`<p class="note memory-note">Memory is the weights and the context: <label>tokens <input type="number"
    name="context" min="1" step="1"${limit ? html` max="${limit}"` : ''} value="${context}"></label>
    <span class="no-script"> ${count(context)}</span> × ${layers} layers × ${heads} heads of keys and values
    × ${size} values × 2 (keys and values) × 2 bytes = <output class="context-bytes">
    ${bytes(bytesPerToken(shape) * context)}</output>. Programs need some more for themselves, and less for a cache of
    fewer bits.</p>`;
}

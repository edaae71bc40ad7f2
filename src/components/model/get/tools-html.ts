// Writes the command of each tool for a version behind a radio button, which style sheets turn into a tab.
// A script runs this code again for another version, so it takes plain data and imports little.

import { type Html, html } from '../../../basics/html.ts';
import type { Choice } from '../../../get-it/command-body.ts';
import { docsPart, type Form } from '../../../get-it/command-body.ts';
import type { TargetModel } from '../../../get-it/target-model.ts';
import { commandsFor, type ToolCommand } from '../../../get-it/tool-commands.ts';
import { bytes } from '../../../model/figures.ts';
import { commandText } from '../../copying/command-html.ts';

type Possible = Extract<ToolCommand, { forms: Form[] }>;
type Missing = Extract<ToolCommand, { missing: string }>;

/**
 * Renders the tools of a model for a version; those that can't run it are listed apart, with the reason. `wanted` is the
 * tool to open, if it can run the version.
 */
export function toolsHtml(target: TargetModel, choice: Choice, wanted?: string): Html {
  const commands = commandsFor(target, choice);
  const possible = commands.filter((command): command is Possible => 'forms' in command);
  const missing = commands.filter((command): command is Missing => 'missing' in command);
  const open = possible.find(({ key }) => key === wanted) ?? possible[0];
  const tools = possible.map((command) => html`${tab(command, command === open)}${panel(command, target.docs)}`);
  return html`<fieldset class="tabs tools"><legend class="out-of-sight">Tool</legend>${tools}</fieldset>${apart(missing)}`;
}

function tab({ key, label, forms }: Possible, isOpen: boolean): Html {
  const shells = forms.some(isShell) ? html` data-shells` : '';
  return html`<input type="radio" name="client" id="get-${key}" value="${key}"${isOpen ? ' checked' : ''}${shells}><label for="get-${key}">${label}</label>`;
}

function panel({ key, label, forms, bytes: size, note, short, docs }: Possible, docsPage: string): Html {
  const isNamed = forms.some((form) => !isShell(form));
  const behind =
    short === undefined
      ? ''
      : html` <code class="value form-unix">${short.unix}</code><code class="value form-powershell">${short.powershell}</code>`;
  const fetched = size === undefined ? '' : html`<strong>${bytes(size)}.</strong> `;
  return html`<div class="way" id="way-${key}"><h3 class="out-of-sight">${label}</h3>
    ${forms.map((form) => block(form, label, isNamed && forms.length > 1))}<p class="note">${fetched}${note}
    ${behind} <a href="${docsPart(docsPage, docs)}">More on ${label}</a></p></div>`;
}

/**
 * Makes a text to paste. Leaves out the name of the text if the tool has the same name. If the page lets visitors
 * choose a shell, style sheets hide names of shells.
 */
function block(form: Form, tool: string, isNamed: boolean): Html {
  const { key, label, block: text } = form;
  const name = label === tool ? '' : html`<p class="form-name${isShell(form) ? ' of-shell' : ''}">${label}</p>`;
  return html`<div class="form form-${key}">${name}<div class="block"><button type="button" class="copy">Copy<span
    class="out-of-sight"> for ${tool}${isNamed ? `, ${label}` : ''}</span></button><pre><code>${commandText(text)}</code></pre>
    </div></div>`;
}

const isShell = ({ key }: Form) => key === 'unix' || key === 'powershell';

function apart(missing: readonly Missing[]): Html | '' {
  if (missing.length === 0) return '';
  const rows = missing.map(
    ({ key, label, missing: reason, onward }) =>
      html`<div id="not-${key}"><dt>${label}</dt><dd>${reason}${onward ? html` <a href="${onward.href}">${onward.text}</a>` : ''}</dd></div>`,
  );
  return html`<details class="apart"><summary>Other tools, and why not</summary><dl>${rows}</dl></details>`;
}

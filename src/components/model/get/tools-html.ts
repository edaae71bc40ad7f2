// Writes the command of each tool for a version behind a radio button, which style sheets turn into a tab.

import { type Html, html } from '../../../basics/html.ts';
import type { Form, ToolCommand } from '../../../get-it/command-body.ts';
import { commandHtml } from '../../copying/command-html.ts';

/** Renders `commands`, the tools of a model for a version. */
export function toolsHtml(commands: readonly ToolCommand[]): Html {
  if (commands.length === 0) return html`<p>No source holds this version today.</p>`;
  const tools = commands.map((command, at) => html`${tab(command, at === 0)}${panel(command)}`);
  return html`<fieldset class="tabs tools"><legend class="out-of-sight">Tool</legend>${tools}</fieldset>`;
}

function tab({ key, label, forms }: ToolCommand, isOpen: boolean): Html {
  const shells = forms.some(isShell) ? html` data-shells` : '';
  return html`<input type="radio" name="client" id="get-${key}" value="${key}"${isOpen ? ' checked' : ''}${shells}><label for="get-${key}">${label}</label>`;
}

/** Shows the line that is quick to paste, if there is one, and folds the commands that end in a check. */
function panel({ key, label, forms, note, short, docs }: ToolCommand): Html {
  const whole = forms.map((form) => block(form, label, short ? 'checked' : 'checked or loaded'));
  const shown = short
    ? html`${short.map((form) => block(form, label, 'one line'))}<details class="in-full"><summary>Bound to this
      revision, and checked</summary>${whole}</details>`
    : html`${whole}`;
  return html`<div class="way" id="way-${key}"><h3 class="out-of-sight">${label}</h3>${shown}<p class="note">${note} <a
    href="${docs}">More on ${key === 'pull' ? key : label}</a></p></div>`;
}

/** Makes a text to paste. Its caption is the tool and what the text is, or where it goes if it is not for a shell. */
function block(form: Form, tool: string, what: string): Html {
  const caption = isShell(form) ? `${tool}, ${what}` : form.label;
  return html`<div class="form-${form.key}">${commandHtml(caption, form.block)}</div>`;
}

const isShell = ({ key }: Form) => key === 'unix' || key === 'powershell';

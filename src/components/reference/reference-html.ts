// Writes the API description as HTML: every operation with its command, parameters and answers.
import { type Html, html } from '../../basics/html.ts';
import { own } from '../../basics/records.ts';

interface Parameter {
  name: string;
  in: string;
  description: string;
  required?: boolean;
}

interface Response {
  description: string;
  content?: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: (Parameter | Reference)[];
  responses: Record<string, Response | Reference>;
  'x-codeSamples'?: { source: string }[];
  'x-error-codes'?: string[];
}

interface Reference {
  $ref: string;
}

/** The parts of an API description that this module reads. Each part may be a reference to another. */
interface ReadDescription {
  info: { title: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

interface Asked {
  path: string;
  method: string;
  /** The parameters that all methods of the path share. */
  shared: (Parameter | Reference)[];
  operation: Operation;
}

/** A chapter of the reference, as listed beside the page. */
interface Chapter {
  title: string;
  /** The HTML id of the chapter's heading. */
  anchor: string;
  about: Html;
  operations: Html[];
}

interface ReferenceParts {
  title: string;
  lead: Html;
  about: Html[];
  address: string;
  chapters: Chapter[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Makes all parts of the page. Text of the description is escaped. */
export function referenceParts(description: ReadDescription): ReferenceParts {
  const { info, servers, tags, paths } = description;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => ({
      path,
      method,
      shared: (item.parameters ?? []) as Asked['shared'],
      operation: own(item, method) as Operation,
    })),
  );
  return {
    title: `${info.title} API`,
    lead: inline(info.summary),
    about: paragraphs(info.description),
    address: servers[0]!.url,
    chapters: tags.map(({ name, description: about }) => ({
      title: name,
      anchor: `chapter-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
      about: inline(about),
      operations: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map((asked) => operationHtml(description, asked)),
    })),
  };
}

/**
 * Makes an operation, folded to one line. The id is inside the `details` element, so that a link to the operation opens
 * the element.
 */
function operationHtml(description: ReadDescription, { path, method, shared, operation }: Asked): Html {
  const { operationId, summary, description: why, parameters = [] } = operation;
  const takes = [...shared, ...parameters].map((one) => follow<Parameter>(description, one));
  const terms = takes.map(({ name, in: place, required, description: about }) => {
    const kind = required ? place : `${place}, optional`;
    return html`<dt><code>${name}</code> <span class="note">(${kind})</span></dt><dd>${inline(about)}</dd>`;
  });
  const samples = (operation['x-codeSamples'] ?? []).map(({ source }) => codeHtml(source));
  // The page says once what refusals look like, which all operations of a dialect share.
  const answers = Object.entries(operation.responses).filter(([status]) => !status.endsWith('XX'));
  const codes = (operation['x-error-codes'] ?? []).map((code, at) => html`${at === 0 ? '' : ', '}<code>${code}</code>`);
  return html`<details class="operation"><summary><code class="method">${method.toUpperCase()}
    </code> <code class="operation-path">${path}</code> <span>${inline(summary)}</span></summary>
    <div class="operation-body" id="${operationId}">${paragraphs(why)}${samples}
    ${
      terms.length === 0
        ? ''
        : html`<h3>Takes
    </h3><dl>${terms}</dl>`
    }<h3>Answers</h3><dl>
    ${answers.map(([status, one]) => answerHtml(status, follow<Response>(description, one)))}
    ${codes.length === 0 ? '' : html`<dt>Refusals</dt><dd>${codes}</dd>`}</dl></div>
    </details>`;
}

/** Describes an answer: its status and meaning, and the media types of a success. */
function answerHtml(status: string, { description: about, content = {} }: Response): Html {
  const types = Object.keys(status < '300' ? content : {}).map(
    (type, at) => html`${at === 0 ? ' ' : ', '}<code>${type}</code>`,
  );
  return html`<dt>${status}</dt><dd>${inline(about)}${types}</dd>`;
}

/** Makes a block of code with a button; script makes the button copy the code. */
function codeHtml(text: string): Html {
  return html`<div class="block docs-code"><pre><code>${text}</code></pre>
    <button type="button" class="copy">Copy<span class="out-of-sight"> the code</span></button></div>`;
}

/** Gives `part`, or the part that it refers to. */
function follow<T>({ components }: ReadDescription, part: T | Reference): T {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T;
  const [kind = '', name = ''] = part.$ref.slice('#/components/'.length).split('/');
  return own(own(components, kind)!, name) as T;
}

const paragraphs = (markdown: string): Html[] => markdown.split('\n\n').map((text) => html`<p>${inline(text)}</p>`);

/** Renders text with `code`, the only Markdown in descriptions. */
const inline = (markdown: string): Html =>
  html`${markdown.split(/`([^`]+)`/).map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;

let kept: { text: string; parts: ReferenceParts } | undefined;

/** Makes the parts of the page from the text of a description. Keeps the parts of the last text. */
export function referenceOf(text: string): ReferenceParts {
  if (kept?.text !== text) kept = { text, parts: referenceParts(JSON.parse(text)) };
  return kept.parts;
}

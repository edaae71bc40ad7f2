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

/** A part that stands elsewhere in the description. */
interface Reference {
  $ref: string;
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

/** The parts of an API description that this module reads. */
interface ReadDescription {
  info: { title: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<
    string,
    Pick<Operation, 'parameters'> & { [method in 'get' | 'post' | 'patch' | 'delete']?: Operation }
  >;
  components: Record<string, Record<string, unknown>>;
}

/** Makes all parts of the page: its title, the HTML of its beginning, and the operations of each chapter. Escapes text. */
export function referenceParts(description: ReadDescription) {
  const { info, servers, tags, paths } = description;
  const operations = Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods).map(([method, { parameters = [], ...operation }]) => {
      const all = [...shared, ...parameters];
      return {
        tags: operation.tags,
        html: operationHtml(description, path, method, { ...operation, parameters: all }),
      };
    }),
  );
  return {
    title: `${info.title} API`,
    lead: inline(info.summary),
    about: paragraphs(info.description),
    address: servers[0]!.url,
    chapters: tags.map(({ name, description: about }) => ({
      title: name,
      /** The HTML id of the chapter's heading. */
      anchor: `chapter-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
      about: inline(about),
      operations: operations.filter((one) => one.tags.includes(name)).map((one) => one.html),
    })),
  };
}

/**
 * Makes an operation, folded to one line. The id is inside the `details` element, so that a link to the operation opens
 * the element.
 */
function operationHtml(description: ReadDescription, path: string, method: string, operation: Operation): Html {
  const { operationId, summary, parameters = [], responses } = operation;
  const terms = parameters.map((one) => {
    const { name, in: place, required, description: about } = follow(description, one);
    const kind = required ? place : `${place}, optional`;
    return html`<dt><code>${name}</code> <span class="note">(${kind})</span></dt><dd>${inline(about)}</dd>`;
  });
  const samples = (operation['x-codeSamples'] ?? []).map(({ source }) => codeHtml(source));
  // The page says once what refusals look like, which all operations of a dialect share.
  const answers = Object.entries(responses).filter(([status]) => !status.endsWith('XX'));
  const codes = codeList(operation['x-error-codes'] ?? []);
  return html`<details class="operation"><summary><code class="method">${method.toUpperCase()}
    </code> <code class="operation-path">${path}</code> <span>${inline(summary)}</span></summary>
    <div class="operation-body" id="${operationId}">${paragraphs(operation.description)}${samples}
    ${
      terms.length === 0
        ? ''
        : html`<h3>Takes
    </h3><dl>${terms}</dl>`
    }<h3>Answers</h3><dl>
    ${answers.map(([status, one]) => answerHtml(status, follow(description, one)))}
    ${codes.length === 0 ? '' : html`<dt>Refusals</dt><dd>${codes}</dd>`}</dl></div>
    </details>`;
}

/** Describes an answer: its status and meaning, and the media types of a success. */
function answerHtml(status: string, { description: about, content = {} }: Response): Html {
  const types = status < '300' ? codeList(Object.keys(content)) : [];
  return html`<dt>${status}</dt><dd>${inline(about)}${types.length === 0 ? '' : ' '}${types}</dd>`;
}

const codeList = (words: readonly string[]): Html[] =>
  words.map((word, at) => html`${at === 0 ? '' : ', '}<code>${word}</code>`);

/** Makes a block of code with a button; script makes the button copy the code. */
function codeHtml(text: string): Html {
  return html`<div class="block docs-code"><pre><code>${text}</code></pre>
    <button type="button" class="copy">Copy<span class="out-of-sight"> the code</span></button></div>`;
}

/** Gives `part`, or the part that it refers to. */
function follow<T extends object>({ components }: ReadDescription, part: T | Reference): T {
  if (!('$ref' in part)) return part;
  const [kind = '', name = ''] = part.$ref.slice('#/components/'.length).split('/');
  return own(own(components, kind)!, name) as T;
}

const paragraphs = (markdown: string): Html[] => markdown.split('\n\n').map((text) => html`<p>${inline(text)}</p>`);

/** Renders text with `code`, the only Markdown in descriptions. */
const inline = (markdown: string): Html =>
  html`${markdown.split(/`([^`]+)`/).map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;

let kept: { text: string; parts: ReturnType<typeof referenceParts> } | undefined;

/** Makes the parts of the page from the text of a description. Keeps the parts of the last text. */
export function referenceOf(text: string) {
  if (kept?.text !== text) kept = { text, parts: referenceParts(JSON.parse(text)) };
  return kept.parts;
}

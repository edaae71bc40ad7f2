// The API description as plain HTML, for readers without script: Redoc writes no operation into the page beforehand.
import { type Html, html } from '../../src/basics/html.ts';
import { own } from '../../src/basics/own.ts';

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
}

interface Reference {
  $ref: string;
}

/** What is read of a description; every part of it may be a reference. */
interface ReadDescription {
  info: { title: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const STYLE = html`<style>#redoc{display:none}body{margin:0 auto;max-width:46rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}code{font-family:ui-monospace,monospace;font-size:.9em}h3{margin-top:2.5rem}dt{margin-top:.5rem}dd{margin-left:1.5rem}</style>`;

/** Everything that the description says of every operation, in a `noscript`. */
export function referenceText(description: ReadDescription): Html {
  const { info, servers, tags, paths } = description;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => ({
      path,
      method,
      shared: (item.parameters ?? []) as (Parameter | Reference)[],
      operation: own(item, method) as Operation,
    })),
  );
  const chapters = tags.map(({ name, description: about }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const told = own.map(({ path, method, shared, operation }) =>
      operationText(description, `${method.toUpperCase()} ${path}`, shared, operation),
    );
    return html`<h2>${name}</h2><p>${inline(about)}</p>${told}`;
  });
  const head = html`<h1>${info.title} API</h1>${paragraphs(info.summary)}${paragraphs(info.description)}<p>At <code>${servers[0]!.url}</code>.</p>`;
  return html`<noscript>${STYLE}<main>${head}${chapters}</main></noscript>\n`;
}

function operationText(
  description: ReadDescription,
  request: string,
  shared: (Parameter | Reference)[],
  { operationId, summary, description: why, parameters = [], responses }: Operation,
): Html {
  const takes = [...shared, ...parameters].map((one) => follow<Parameter>(description, one));
  const terms = takes.map(({ name, in: place, required, description: about }) => {
    const kind = required ? place : `${place}, optional`;
    return html`<dt><code>${name}</code> (${kind})</dt><dd>${inline(about)}</dd>`;
  });
  const answers = Object.entries(responses).map(([status, one]) => {
    const { description: about, content } = follow<Response>(description, one);
    const types = Object.keys(content ?? {}).map((type, at) => html`${at === 0 ? ' ' : ', '}<code>${type}</code>`);
    return html`<dt>${status}</dt><dd>${inline(about)}${types}</dd>`;
  });
  const head = html`<h3 id="${operationId}"><code>${request}</code></h3><p><strong>${inline(summary)}</strong></p>`;
  return html`${head}${paragraphs(why)}${terms.length === 0 ? '' : html`<dl>${terms}</dl>`}<dl>${answers}</dl>`;
}

/** The part that a reference names, or the part itself. */
function follow<T>({ components }: ReadDescription, part: T | Reference): T {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T;
  const [kind = '', name = ''] = part.$ref.slice('#/components/'.length).split('/');
  return own(own(components, kind)!, name) as T;
}

const paragraphs = (markdown: string): Html[] => markdown.split('\n\n').map((text) => html`<p>${inline(text)}</p>`);

/** Text with `code` in it: the one piece of Markdown that descriptions use. */
const inline = (markdown: string): Html =>
  html`${markdown.split(/`([^`]+)`/).map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;

// The API description as plain HTML, for readers without script: Redoc writes no operation into the page beforehand.
import { own } from '../../src/own.ts';

type Markup = string;

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

const STYLE =
  '#redoc{display:none}body{margin:0 auto;max-width:46rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'code{font-family:ui-monospace,monospace;font-size:.9em}h3{margin-top:2.5rem}dt{margin-top:.5rem}dd{margin-left:1.5rem}';

/** Everything that the description says of every operation, in a `noscript`. */
export function referenceText(description: ReadDescription): Markup {
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
    return `<h2>${escaped(name)}</h2><p>${inline(about)}</p>${told.join('')}`;
  });
  const head = `<h1>${escaped(info.title)} API</h1>${paragraphs(info.summary)}${paragraphs(info.description)}<p>At <code>${escaped(servers[0]!.url)}</code>.</p>`;
  return `<noscript><style>${STYLE}</style><main>${head}${chapters.join('')}</main></noscript>\n`;
}

function operationText(
  description: ReadDescription,
  request: string,
  shared: (Parameter | Reference)[],
  { operationId, summary, description: why, parameters = [], responses }: Operation,
): Markup {
  const takes = [...shared, ...parameters].map((one) => follow<Parameter>(description, one));
  const terms = takes.map(({ name, in: place, required, description: about }) => {
    const kind = required ? place : `${place}, optional`;
    return `<dt><code>${escaped(name)}</code> (${escaped(kind)})</dt><dd>${inline(about)}</dd>`;
  });
  const answers = Object.entries(responses).map(([status, one]) => {
    const { description: about, content } = follow<Response>(description, one);
    const types = Object.keys(content ?? {}).map((type) => `<code>${escaped(type)}</code>`);
    return `<dt>${status}</dt><dd>${inline(about)}${types.length === 0 ? '' : ` ${types.join(', ')}`}</dd>`;
  });
  return (
    `<h3 id="${operationId}"><code>${escaped(request)}</code></h3><p><strong>${inline(summary)}</strong></p>${paragraphs(why)}` +
    (terms.length === 0 ? '' : `<dl>${terms.join('')}</dl>`) +
    `<dl>${answers.join('')}</dl>`
  );
}

/** The part that a reference names, or the part itself. */
function follow<T>({ components }: ReadDescription, part: T | Reference): T {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T;
  const [kind = '', name = ''] = part.$ref.slice('#/components/'.length).split('/');
  return own(own(components, kind)!, name) as T;
}

const paragraphs = (markdown: string): Markup =>
  markdown
    .split('\n\n')
    .map((text) => `<p>${inline(text)}</p>`)
    .join('');

/** Text with `code` in it: the one piece of Markdown that descriptions use. */
const inline = (markdown: string): Markup => escaped(markdown).replace(/`([^`]+)`/g, '<code>$1</code>');

const escaped = (text: string): Markup =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

// Briefs are Markdown for agents: the templates in content/briefs, filled in with today's facts.
//
//   {{models}}                   a fact by its name
//   {{path tree revision=main}}  the path of a row of the route table; params that are not given stay in braces
//   {{url llms}}                 the same, with the public address before the path
import { own } from '../../../basics/records.ts';
import type { RequestDescriptor, SectionDescriptor } from '../../../shapes/discovery.ts';
import { routes } from '../../../table/routes.ts';

/**
 * Returns the path of a row. Fills in the params in `known`. All others stay in braces, without the dots of
 * `{path...}`.
 */
export function requestTemplate(row: { pattern: string }, known: Record<string, string> = {}): string {
  return row.pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => own(known, name) ?? `{${name}}`);
}

/** Describes a GET request of a section. `known` has the values of params that the caller need not fill in. */
export const describedGet = (
  dialect: NonNullable<RequestDescriptor['dialect']>,
  row: { pattern: string },
  returns: string,
  known?: Record<string, string>,
): RequestDescriptor => ({ method: 'GET', url: requestTemplate(row, known), returns, dialect });

/** The values of facts by the names that templates use. `base` is the public address of the hub. */
export type BriefValues = Readonly<Record<string, string>>;

/** Fills in `template`. Throws for an unknown fact or row; the message is a sentence that names the brief. */
export function fillBrief(template: string, values: BriefValues, brief: string): string {
  return template.replace(/\{\{([^{}]+)\}\}/g, (_, text: string) => {
    const [name = '', ...rest] = text.trim().split(/\s+/);
    const value = name === 'path' || name === 'url' ? pathOf(rest) : rest.length === 0 ? own(values, name) : undefined;
    if (value === undefined) throw new Error(`content/briefs/${brief}.md: there is no {{${text}}}`);
    return name === 'url' ? `${values.base}${value}` : value;
  });
}

/** Returns the path for a text such as `tree revision=main`; undefined if the route table has no such row. */
function pathOf([name = '', ...given]: string[]): string | undefined {
  const row = own(routes, name);
  return row && requestTemplate(row, Object.fromEntries(given.map((pair) => pair.split('='))));
}

/** Returns the title of a brief. */
export function titleOf(brief: string): string {
  return /^# (.+)$/m.exec(brief)?.[1] ?? '';
}

/** Returns the first paragraph of a brief as one line. */
export function aboutOf(brief: string): string {
  const paragraph = /^# .+\n+((?:.+\n?)+)/m.exec(brief)?.[1] ?? '';
  return paragraph.replace(/^> ?/gm, '').trim().replace(/\n/g, ' ');
}

/** Returns the requests of a section as a Markdown list. */
export function requestLines({
  list,
  item,
  files,
  fetch,
}: Pick<SectionDescriptor, 'list' | 'item' | 'files' | 'fetch'>): string {
  const named: [string, RequestDescriptor | undefined][] = [
    ...list.map((one): [string, RequestDescriptor] => ['List', one]),
    ['One', item],
    ['Its files', files],
    ['Bytes', fetch],
  ];
  return named.flatMap(([name, request]) => (request ? [`- ${name}: ${requestLine(request)}`] : [])).join('\n');
}

function requestLine({ method, url, returns, note }: RequestDescriptor): string {
  return `\`${method} ${url}\` gives ${returns}${note === undefined ? '' : `. ${upperFirst(note)}`}.`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

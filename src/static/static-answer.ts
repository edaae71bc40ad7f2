// Lists, for each row of the route table, what an exported folder answers when no hub runs behind it. Changes links of
// exported pages that work only by a rule of the host.

import { exportedFile, ownFile, type Row } from '../table/route.ts';
import { type AnsweredName, answeredNames, routes } from '../table/routes.ts';

/**
 * Says how a plain file server finds the file of an answer. `file`: the address is the path of the file. `folder`: the
 * address is a folder with an index.html, and a server redirects the address without the last slash. `rule`: only a
 * rule of the host leads to the file.
 */
type Reached = 'file' | 'folder' | 'rule';

export interface StaticAnswer {
  name: AnsweredName;
  row: Row;
  /** The file that answers a plain request, with params in its path; undefined if there is none. */
  file: string | undefined;
  reached: Reached | undefined;
  /** Describes the parts of the answer that only a running hub gives; empty if the file has everything. */
  beside: readonly string[];
}

/** The answer of an export for every row of the route table that has an answer, in the order of the table. */
export const staticAnswers: readonly StaticAnswer[] = answeredNames.map((name) => answerOf(name, routes[name]));

function answerOf(name: AnsweredName, row: Row): StaticAnswer {
  const file = plainFile(row);
  const reached = file === undefined ? undefined : reachedBy(row, file);
  return { name, row, file, reached, beside: reached === undefined ? [] : besideOf(row) };
}

/** Returns the file of a row: the page if there are several representations, because browsers use plain files. */
function plainFile({ file, as }: Row): string | undefined {
  if (typeof file !== 'object') return file && exportedFile(file);
  return as?.includes('html') ? file.html : file[as![0]!];
}

function reachedBy(row: Row, file: string): Reached {
  const own = ownFile(row.pattern).replaceAll('...', '');
  if (own === file || isWrittenTwice(row)) return 'file';
  return file === `${own}/index.html` ? 'folder' : 'rule';
}

/**
 * True for a row whose file belongs to another row: an export writes that file at both addresses, as for
 * `/openapi.json` and its well-known address. False for a row whose file lies in the folder at its own address, and for
 * one about a model, to whose file a rule leads.
 */
export function isWrittenTwice({ when, file, pattern }: Row): boolean {
  const own = ownFile(pattern).replaceAll('...', '');
  const isOther = typeof file === 'string' && file !== own && !file.startsWith(`${own}/`);
  return when === 'built' && isOther && !pattern.includes('{owner}/{name}');
}

function besideOf(row: Row): string[] {
  const { answers = {}, query = {} } = row;
  const names = Object.keys(query);
  const isChosen = (row.as?.length ?? 0) > 1 || answers[200]?.headers?.includes('Vary') === true;
  const redirects = row.when === 'live' && Object.keys(answers).some((status) => Number(status) >= 300);
  return [
    ...(row.pattern.includes('{revision}') ? ['revisions other than `main`'] : []),
    ...(isChosen ? ['other forms by `Accept`'] : []),
    ...(names.length > 0 ? [`queries (${names.map((one) => `\`${one}\``).join(', ')})`] : []),
    ...(redirects ? ['redirects'] : []),
  ];
}

interface FileLink {
  /** The address up to its first param. Most links do not begin with this text, so they need no test by `address`. */
  beginning: string;
  address: RegExp;
  /** The address of the file, with `$1`, `$2` … for the params of `address`. */
  file: string;
}

const links: readonly FileLink[] = staticAnswers.filter(({ reached }) => reached === 'rule').map(linkOf);

function linkOf({ row, file }: StaticAnswer): FileLink {
  const names: string[] = [];
  const pattern = row.pattern
    .replace(/[.]/g, '\\.')
    .replace(/\{(\w+)(\.\.\.)?\}/g, (_, name: string, rest?: string) => {
      names.push(name);
      return rest ? '(.+)' : '([^/]+)';
    });
  // Copies params from the address unchanged, so percent-encoded characters stay encoded.
  const replaced = file!.replace(/\{(\w+)\}/g, (_, name: string) => `$${names.indexOf(name) + 1}`);
  const [beginning = ''] = row.pattern.split('{');
  return { beginning, address: new RegExp(`^${pattern}$`), file: `/${replaced}` };
}

/** Gives the page with changed links. A link that works only by a rule of the host becomes a link to the file. */
export function linkToFiles(page: string): string {
  return page.replace(/(?<= href=")(\/[^"/#?][^"#?]*)/g, (path) => {
    const link = links.find(({ beginning, address }) => path.startsWith(beginning) && address.test(path));
    return link ? path.replace(link.address, link.file) : path;
  });
}

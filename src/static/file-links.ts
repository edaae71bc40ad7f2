// Changes the links of an exported page: an address that works only by a rule of the host becomes the address of the
// file.
import { type StaticAnswer, staticAnswers } from './static-answer.ts';

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

// Links of an exported page: replaces an address that needs a rule of the host by that of its file, which needs none.
import { type StaticAnswer, staticAnswers } from './static-answer.ts';

interface FileLink {
  /** The address up to its first param. Most links of a page don't begin with it, so few are tested with `address`. */
  beginning: string;
  address: RegExp;
  /** The file's address, with params by place. */
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
  // Characters that were percent-encoded in the address stay so.
  const replaced = file!.replace(/\{(\w+)\}/g, (_, name: string) => `$${names.indexOf(name) + 1}`);
  const [beginning = ''] = row.pattern.split('{');
  return { beginning, address: new RegExp(`^${pattern}$`), file: `/${replaced}` };
}

/** Gives the page with its links to answers of the hub replaced by links to files, if there are any. */
export function linkToFiles(page: string): string {
  return page.replace(/(?<= href=")(\/[^"/#?][^"#?]*)/g, (path) => {
    const link = links.find(({ beginning, address }) => path.startsWith(beginning) && address.test(path));
    return link ? path.replace(link.address, link.file) : path;
  });
}

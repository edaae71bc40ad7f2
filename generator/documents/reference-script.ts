// The script of the API reference: Redoc's own bundle out of its package, without its third parties, and what starts it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startScript } from '../../src/table/reference-page.ts';
import { routes } from '../../src/table/routes.ts';
import { Failure } from '../process/failure.ts';

/** The folder of the package that makes the page, and that lints the description. */
export function redocly(): string {
  return dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));
}

/** A file of the website. */
interface ReferenceScript {
  /** Holds a hash of the text. */
  name: string;
  text: string;
}

/** The badge in the page's corner is a picture on a CDN; here it is the name it shows. */
const BADGE = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
const NAME =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2242%22 height=%2212%22%3E' +
  '%3Ctext y=%2210%22 font-family=%22sans-serif%22 font-size=%2211%22 fill=%22gray%22%3ERedocly%3C/text%3E%3C/svg%3E';

/** The page's script. Throws a Failure when the package has no bundle where it should be. */
export function referenceScript(): ReferenceScript {
  const path = join(redocly(), 'lib/chunks/redoc.standalone.js');
  if (!existsSync(path)) throw new Failure(`The API reference needs ${path}: install the packages of the lock file.`);
  const bundle = readFileSync(path, 'utf8').replace(BADGE, NAME);
  const text = `${bundle}\n${startScript(routes.openapi.pattern)}`;
  return { name: `reference.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`, text };
}

// Computes the values of `{name}` in contract scripts from the fixture's rows, without the product's code.
import { createHash } from 'node:crypto';
import { baseUrl } from '../fixtures/hub.ts';
import { claims, token, tokenFor } from '../fixtures/identity.ts';
import { type FixtureRow, models } from '../fixtures/rows.ts';

const NAMED = new Map([
  ['base', baseUrl],
  ...['html', 'markdown'].map((kind) => [kind, `text/${kind}; charset=utf-8`] as const),
  ['text', 'text/plain; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['built', 'public, max-age=60, stale-while-revalidate=600'],
  ['immutable', 'public, max-age=31536000, immutable'],
  ['docker', 'application/vnd.docker.distribution.manifest.v2+json'],
  ['oci', 'application/vnd.oci.image.manifest.v1+json'],
]);

/**
 * Returns the value of `name`: `base`, another name of `NAMED`, `token PERSON`, `expired PERSON`, a model's name alone (its id), or
 * `<model>.rev`, `.sha PATH`, `.oid FOLDER`. Throws for any other name.
 */
export function factOf(name: string): string {
  const named = NAMED.get(name);
  if (named !== undefined) return named;
  const [, kind, person] = /^(token|expired) (\w+)$/.exec(name) ?? [];
  if (kind === 'token') return tokenFor(`did:example:${person}`);
  if (kind === 'expired') return token(claims(`did:example:${person}`, Date.now() - 3_600_000));
  const [, key = '', fact, argument = ''] = /^(\w+)(?:\.(\w+)(?: (.*))?)?$/.exec(name) ?? [];
  const model: FixtureRow | undefined = models[key as keyof typeof models];
  const found = model && read(model, fact, argument);
  if (found === undefined) throw new Error(`nobody knows {${name}}`);
  return found;
}

function read(model: FixtureRow, fact: string | undefined, argument: string): string | undefined {
  if (fact === undefined) return model.id;
  if (fact === 'rev') return model.revision;
  if (fact === 'sha') return model.files.find(({ path }) => path === argument)?.sha256;
  if (fact === 'oid') return folderOid(model, argument);
  return undefined;
}

/**
 * Returns the id of a folder: the SHA-1 of the lines `path NUL sha256 LF` of its files, sorted by the bytes of the
 * path (decision 0011).
 */
function folderOid({ files }: FixtureRow, folder: string): string {
  const beneath = files.filter(({ path }) => path.startsWith(`${folder}/`));
  beneath.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const hash = createHash('sha1');
  for (const { path, sha256 } of beneath) hash.update(`${path}\0${sha256}\n`);
  return hash.digest('hex');
}

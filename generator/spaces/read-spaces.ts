// Reads the list of apps from content/spaces.yaml.
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parse, YAMLParseError } from 'yaml';
import { Failure, systemSentence } from '../process/failure.ts';

const Text = Type.String({ minLength: 1, maxLength: 512 });

const Space = Type.Object(
  {
    // The id is used in a path, as the name of a folder, and in the name of a repository.
    id: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 }),
    name: Text,
    task: Text,
    tagline: Text,
    // The version is also a tag of a repository. Tags are compared in upper case, so one with a lower-case letter would
    // never match. The pattern allows only digits and dots.
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    source: Text,
    models: Type.Optional(Type.Array(Text)),
    modelHost: Type.Optional(Text),
    modelBytes: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    requires: Type.Optional(Type.Array(Text)),
  },
  { additionalProperties: false },
);

/** An app as content/spaces.yaml declares it. */
export type DeclaredSpace = Static<typeof Space>;

const validator = Compile(Type.Object({ spaces: Type.Array(Space) }, { additionalProperties: false }));

/** Reads the apps of the file at `path`, sorted by id. Throws a Failure if the file has a wrong value. */
export function readSpaces(path: string): DeclaredSpace[] {
  const declared = parseYaml(path);
  if (!validator.Check(declared)) {
    const [fault] = validator.Errors(declared);
    const reason = fault?.message === 'schema is false' ? 'means nothing here' : fault?.message;
    throw new Failure(`${path}: ${fault?.instancePath || 'the file'} ${reason}.`);
  }
  const sorted = declared.spaces.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const twice = sorted.find(({ id }, i) => sorted[i + 1]?.id === id);
  if (twice) throw new Failure(`${path}: there are two spaces with the id ${twice.id}.`);
  return sorted;
}

function parseYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const sentence = systemSentence(error, path);
    if (sentence === undefined && !(error instanceof YAMLParseError)) throw error;
    throw new Failure(sentence ?? `${path}: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
}

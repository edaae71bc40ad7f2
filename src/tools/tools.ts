// The MCP tools in the order in which they are listed, each with all texts about it. `functions/mcp/run-tools.ts` has
// the code of each tool under the same name, and does not compile if the code of a tool is missing.
import type { XStatic } from 'typebox/schema';
import { templateOf } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { searchQuery } from '../table/search-query.ts';
import { MOST_FILES } from './agent-files.ts';
import {
  countSchema,
  factSchemas,
  type ObjectSchema,
  type Property,
  plainCount,
  READ_ONLY,
  type Tool,
  type ToolWords,
  textSchema,
} from './tool.ts';

/** The newest revision of MCP that the hub accepts. Its requests need no handshake (decision 0022). */
export const MCP_VERSION = '2026-07-28';

/** The number of rows that `search_models` returns by default. */
export const DEFAULT_ROWS = 20;

/** The maximum number of files in one answer of `identify_file`. */
export const MOST_PLACES = 20;

/** Returns the schema of an object that has the members of `properties` and no others. */
const closed = <const P, const R extends readonly string[]>(properties: P, required: R) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const;

/** The schema of the sentence that an answer of any tool may have. */
const note = textSchema('What was ignored, or what to do when not all are shown.');

const main = { revision: 'main' };
const day = { type: 'string', format: 'date' } as const;
const commit = { type: 'string', pattern: '^[0-9a-f]{40}$' } as const;
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
/** A source that holds a file. `source` is the token that `resolve_file` takes. */
const place = { source: { type: 'string' }, url: { type: 'string', format: 'uri' } } as const;

const TOOLS = {
  search_models: {
    title: 'Search models',
    description:
      'Finds open models in the index by words of their id, tags, task and base model, and by owner, task, library, tags, size ' +
      'and sources. Gives ids for get_model.',
    inputSchema: closed(
      {
        search: textSchema(
          'Words in any order, in id, tags, task or base model: "qwen coder 7b". Best matches first unless sort says otherwise.',
        ),
        author: searchQuery.author,
        pipeline_tag: searchQuery.pipeline_tag,
        library: searchQuery.library,
        filter: searchQuery.filter,
        size: searchQuery.size,
        sources: searchQuery.sources,
        fits: {
          // The type allows a number too, because agents write gigabytes as a number.
          type: ['string', 'number'],
          description:
            'Memory that one copy, or the smallest quantisation, runs in with its context: 16GB, 24GiB; 8 is 8 GB.',
        },
        sort: {
          type: 'string',
          enum: ['trendingScore', 'downloads', 'likes', 'createdAt'],
          description: 'Most first. By default the best match if search is given, else trendingScore.',
        },
        order: searchQuery.order,
        direction: {
          type: 'integer',
          minimum: -1,
          maximum: 1,
          description: '1 with sort or order: least or oldest first.',
        },
        limit: { ...searchQuery.limit, default: DEFAULT_ROWS },
      },
      [],
    ),
    outputSchema: closed(
      {
        models: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: textSchema('owner/name'),
              ...factSchemas,
              files: countSchema('How many files.'),
            },
            required: ['id', 'files'],
          },
        },
        total: countSchema('How many models match.'),
        note,
      },
      ['models', 'total'],
    ),
    does: 'finds ids',
    docs: {
      takes: 'as in the [search](api.md), by [words](api.md#words)',
      gives: '`models`, `total`, and a `note` when there are more',
      tokens: 12_000,
    },
    skills: ({ mcp, id }) => [
      {
        id: 'find-model',
        name: 'Find a model',
        description: `Searches the index by name, owner, task, library and tags: GET ${templateOf(routes.models)}, or search_models at ${mcp}.`,
        tags: ['search', 'models'],
        examples: [`GET ${templateOf(routes.models)}?search=${encodeURIComponent(id.split('/')[1]!)}&match=words`],
      },
    ],
  },

  get_model: {
    title: 'Get a model and its files',
    description:
      `Lists a model’s files with sizes and SHA-256, and its facts. At most ${MOST_FILES} files: if there are more, configs, tokenizers and ` +
      'other small texts first, then the largest weights.',
    inputSchema: closed(
      {
        model: textSchema('The model’s id, owner/name, as search_models gives it.'),
        revision: textSchema('main, or the indexed commit (seven characters or more).'),
      },
      ['model'],
    ),
    outputSchema: closed(
      {
        id: textSchema('owner/name'),
        revision: { ...commit, description: 'The indexed commit.' },
        ...factSchemas,
        format_bytes: {
          type: 'object',
          additionalProperties: plainCount,
          description:
            'Bytes of weights by format, together weight_bytes; onnx_variants, optimizer and training_state stand apart.',
        },
        total_bytes: countSchema('Bytes of all files.'),
        files_total: countSchema('How many files the model has.'),
        proof: textSchema('The URL of the proof from the transparency log.'),
        files_truncated: { type: 'boolean', description: 'True when not all of them are listed; else absent.' },
        files_truncated_note: textSchema('Which are listed, and where all of them are.'),
        files: {
          type: 'array',
          maxItems: MOST_FILES,
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, size: countSchema('Bytes.'), sha256 },
            required: ['path', 'size', 'sha256'],
          },
        },
        note,
      },
      ['id', 'revision', 'total_bytes', 'files_total', 'files'],
    ),
    does: 'lists files with sizes and hashes',
    docs: { gives: 'facts, `format_bytes`, and `files` with `path`, `size` and `sha256`', tokens: 15_000 },
    skills: ({ mcp, id }) => [
      {
        id: 'list-files',
        name: 'List a model’s files',
        description: `Every file of a model with its size and the SHA-256 it must have: GET ${templateOf(routes.tree, main)}, or get_model at ${mcp}.`,
        tags: ['files', 'hashes'],
        examples: [`List the files of ${id} with their hashes.`],
      },
    ],
  },

  resolve_file: {
    title: 'Find a file’s bytes',
    description:
      'Says where the bytes of one file are, which SHA-256 they must have, and the one command that hands the file to an engine. ' +
      'Hash what arrives and keep it only when it is equal. No bytes are sent.',
    inputSchema: closed(
      {
        model: textSchema('The model’s id, owner/name.'),
        path: textSchema('The file’s path, as get_model gives it.'),
        source: textSchema('Only this source; else the first that is up and has the file.'),
      },
      ['model', 'path'],
    ),
    outputSchema: closed(
      {
        model: { type: 'string' },
        path: { type: 'string' },
        ...place,
        source_ok: {
          type: 'boolean',
          description: 'False: no source passed its last probe. Try this one anyway.',
        },
        sha256: { ...sha256, description: 'SHA-256 of the bytes, from the index.' },
        size: countSchema('Bytes.'),
        alternatives: {
          type: 'array',
          items: {
            type: 'object',
            properties: { ...place, source_ok: { type: 'boolean', description: 'False: its last probe failed.' } },
            required: ['source', 'url'],
          },
          description: 'Other sources of the same bytes.',
        },
        engine: textSchema('What the command runs.'),
        command: textSchema('For a POSIX shell.'),
        note,
      },
      ['model', 'path', 'source', 'url', 'sha256', 'size', 'alternatives', 'engine', 'command'],
    ),
    does: 'gives URL, SHA-256 and a command for one file',
    docs: { gives: '`url`, `sha256`, `size`, `alternatives`, `engine`, `command`', tokens: 1000 },
    skills: ({ mcp, id, path, sources }) => [
      {
        id: 'resolve-file',
        name: 'Find bytes of a file that can be checked',
        description:
          'Redirects to a source that is up and names the SHA-256 that its bytes must have: ' +
          `GET ${templateOf(routes.resolve, main)}, or resolve_file at ${mcp}.`,
        tags: ['download', 'hashes', ...sources],
        examples: [`Where can I download ${path} of ${id}, and what must it hash to?`],
      },
      {
        id: 'verify-download',
        name: 'Check a download',
        description: `A checksum file for a whole model, ready for sha256sum -c: GET ${templateOf(routes.sha256sums, main)}.`,
        tags: ['verification', 'sha256'],
        examples: [`Check the folder ${id.split('/')[1]} against the index.`],
      },
    ],
  },

  identify_file: {
    title: 'Find out what a file is',
    description:
      'Says which models of the index have a file with this SHA-256, under which path, and which sources hold those bytes. ' +
      'Hash the whole file first, as sha256sum does. No answer for a hash means that the index has no such file, not that it is harmful.',
    inputSchema: closed({ sha256: textSchema('SHA-256 of the whole file, 64 hex digits.') }, ['sha256']),
    outputSchema: closed(
      {
        sha256,
        total: countSchema('Files of the index that have it.'),
        first_seen: { ...day, description: 'The first day on which one of them came, where all are known.' },
        files: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: textSchema('The model, owner/name.'),
              revision: commit,
              path: { type: 'string' },
              size: countSchema('Bytes.'),
              sources: { type: 'array', items: { type: 'string' }, description: 'Who holds the bytes.' },
              first_seen: day,
            },
            required: ['id', 'revision', 'path', 'size', 'sources'],
          },
          description: `The first ${MOST_PLACES} by the model’s id.`,
        },
        note,
      },
      ['sha256', 'total', 'files'],
    ),
    does: 'says which models have a file by its SHA-256',
    docs: {
      gives: '`total`, `first_seen`, and `files` with `id`, `revision`, `path`, `size` and `sources`',
      tokens: 3500,
    },
    skills: ({ mcp }) => [
      {
        id: 'name-file',
        name: 'Name a file by its hash',
        description: `Which models have a file with a SHA-256, and who holds it: GET ${templateOf(routes.byHash)}, or identify_file at ${mcp}.`,
        tags: ['verification', 'hashes'],
        examples: ['Which model is the file with this SHA-256 from?'],
      },
    ],
  },
} as const satisfies Record<string, ToolWords>;

export type ToolName = keyof typeof TOOLS;

/** The arguments of a call that the input schema has accepted. */
export type Given<N extends ToolName> = XStatic<(typeof TOOLS)[N]['inputSchema']>;

export type Made<N extends ToolName> = XStatic<(typeof TOOLS)[N]['outputSchema']>;

/** The texts about each tool, by name. */
export const toolWords: Readonly<Record<ToolName, ToolWords>> = TOOLS;

export const toolNames = Object.keys(TOOLS) as ToolName[];

/** The tools in the form of `tools/list`. */
export const tools: readonly (Tool & { name: ToolName })[] = toolNames.map((name) => {
  const { title, description, inputSchema, outputSchema } = toolWords[name];
  return { name, title, description, inputSchema: withNulls(inputSchema), outputSchema, annotations: READ_ONLY };
});

/** Lets every optional argument be null: many agents send null for what they leave out, and some check it first. */
function withNulls(schema: ObjectSchema): ObjectSchema {
  const properties = Object.entries(schema.properties).map(([name, property]): [string, Property] => {
    if (schema.required.includes(name)) return [name, property];
    const type = [property.type, 'null' as const].flat();
    return [name, { ...property, type, ...(property.enum && { enum: [...property.enum, null] }) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Returns the sentence part "search_models finds ids" for a tool. `written` formats the name. */
export function toolDoes(name: ToolName, written = (text: string) => text): string {
  return `${written(name)} ${toolWords[name].does}`;
}

/** Returns the names of all tools in words: "a, b and c". `written` formats each name. */
export function namedTools(written = (name: string) => name): string {
  const names = toolNames.map(written);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The text that describes all tools together to agents. */
export const INSTRUCTIONS =
  'A read-only index of open models: names, sizes and SHA-256 of their files, and where the bytes are. ' +
  `${toolNames.map((name) => toolDoes(name)).join('; ')}. ` +
  'Hashes come from the index, never from the source that serves the bytes: hash what arrives. No models are run here.';

/** The approximate maximum number of tokens of the answer to `tools/list`. */
export const LIST_TOKENS = 4000;

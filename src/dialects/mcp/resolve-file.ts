// The tool `resolve_file`: what it takes, and what it says of one file.
import { READ_ONLY, type Tool } from './tool.ts';

/** A place of a file's bytes; `source` is the token that `resolve_file` takes. */
interface FilePlace {
  source: string;
  url: string;
}

export interface FileAnswer extends FilePlace {
  model: string;
  path: string;
  sha256: string;
  /** Bytes. */
  size: number;
  /** There only when no source passed its last probe. */
  source_ok?: false;
  alternatives: FilePlace[];
  engine: string;
  command: string;
}

const place = { source: { type: 'string' }, url: { type: 'string', format: 'uri' } } as const;

export const resolveFile: Tool = {
  name: 'resolve_file',
  title: 'Find a file’s bytes',
  description:
    'Says where the bytes of one file are, which SHA-256 they must have, and the one command that hands the file to an engine. Hash what arrives and keep it only when it is equal. No bytes are sent.',
  inputSchema: {
    type: 'object',
    properties: {
      model: { type: 'string', description: 'The model’s id, owner/name.' },
      path: { type: 'string', description: 'The file’s path, as get_model gives it.' },
      source: { type: 'string', description: 'Only this source; else the first that is up and has the file.' },
    },
    required: ['model', 'path'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      model: { type: 'string' },
      path: { type: 'string' },
      ...place,
      source_ok: { type: 'boolean', description: 'False: no source passed its last probe. Try this one all the same.' },
      sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'Of the bytes, from the index.' },
      size: { type: 'integer', minimum: 0, description: 'Bytes.' },
      alternatives: {
        type: 'array',
        items: { type: 'object', properties: place, required: ['source', 'url'] },
        description: 'Other sources of the same bytes.',
      },
      engine: { type: 'string', description: 'What the command runs.' },
      command: { type: 'string', description: 'For a POSIX shell.' },
    },
    required: ['model', 'path', 'source', 'url', 'sha256', 'size', 'alternatives', 'engine', 'command'],
    additionalProperties: false,
  },
  annotations: READ_ONLY,
};

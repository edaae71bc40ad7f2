// The tool `identify_file`: what it takes, and what it says of a hash.
import { READ_ONLY, type Tool } from './tool.ts';

/** Files of one answer. */
export const MOST_PLACES = 20;

const day = { type: 'string', format: 'date' } as const;
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

export const identifyFile: Tool = {
  name: 'identify_file',
  title: 'Find out what a file is',
  description:
    'Says which models of the index have a file with this SHA-256, under which path, and which sources hold those bytes. Hash the whole file first, as sha256sum does. No answer for a hash means that the index has no such file, not that it is harmful.',
  inputSchema: {
    type: 'object',
    properties: {
      sha256: { type: 'string', description: 'SHA-256 of the whole file, 64 hex digits.' },
    },
    required: ['sha256'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      sha256,
      total: { type: 'integer', minimum: 0, description: 'Files of the index that have it.' },
      first_seen: { ...day, description: 'The first day on which one of them came, where all are known.' },
      files: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'The model, owner/name.' },
            revision: { type: 'string', pattern: '^[0-9a-f]{40}$' },
            path: { type: 'string' },
            size: { type: 'integer', minimum: 0, description: 'Bytes.' },
            sources: { type: 'array', items: { type: 'string' }, description: 'Who holds the bytes.' },
            first_seen: day,
          },
          required: ['id', 'revision', 'path', 'size', 'sources'],
        },
        description: `The first ${MOST_PLACES} by the model’s id.`,
      },
    },
    required: ['sha256', 'total', 'files'],
    additionalProperties: false,
  },
  annotations: READ_ONLY,
};

// Describes every request header that an operation reads, by the name of its component.

export interface RequestHeader {
  description: string;
  schema: { readonly [keyword: string]: unknown };
  example?: string;
}

export const requestHeaders = {
  'x-hub-kind': {
    description: 'What kind of object it is; kept, and shown in the list. Empty: as if it were left out.',
    schema: { type: 'string', pattern: '^([A-Za-z0-9][A-Za-z0-9._:/+-]{0,127})?$', default: 'file' },
    example: 'model-hub.source',
  },
  'x-hub-filename': {
    description:
      'The name the bytes had as a file, at most 1,024 bytes of UTF-8; kept, and told to whoever fetches them.',
    schema: { type: 'string', maxLength: 1024 },
    example: 'source.json',
  },
} as const satisfies Record<string, RequestHeader>;

export type RequestHeaderName = keyof typeof requestHeaders;

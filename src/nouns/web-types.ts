// Media types for the files of websites and apps, by the ending of the name.
import { own } from '../basics/own.ts';

const TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** The media type of unknown bytes. */
const PLAIN_BYTES = 'application/octet-stream';

/** Returns the media type of the file at `path`, without parameters. The type of an unknown ending is `PLAIN_BYTES`. */
export function webType(path: string): string {
  return own(TYPES, /\.(\w+)$/.exec(path)?.[1] ?? '') ?? PLAIN_BYTES;
}

/** Returns the `Content-Type` of the file at `path`. Texts are UTF-8. */
export const webContentType = (path: string): string => withCharset(webType(path));

function withCharset(type: string): string {
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

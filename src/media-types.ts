// Media types of catalog objects (SPEC.md 4.7), read off the format an object declares.
import { own } from './own.ts';

export const CATALOG_MEDIA_TYPE = 'application/vnd.hub.model-hub.catalog.v1+json';

const MEDIA_TYPES: Record<string, string> = {
  'hub.model-hub.catalog/v1': CATALOG_MEDIA_TYPE,
  'hub.model-hub.model/v1': 'application/vnd.hub.model-hub.model.v1+json',
  'hub.model-hub.source/v1': 'application/vnd.hub.model-hub.source.v1+json',
};

/**
 * The media type of an object, from its first bytes. Canonical JSON puts `files` before `format` in
 * a model object and nothing long before it in the other two, so the format is looked for at the
 * front and, failing that, the `{"context"` … `"files"` start of a model object decides.
 */
export function objectMediaType(start: string): string {
  const format = /"format":"([^"]*)"/.exec(start)?.[1];
  const told = format === undefined ? undefined : own(MEDIA_TYPES, format);
  if (told !== undefined) return told;
  return /^\{("context":\d+,)?"files":\[/.test(start)
    ? MEDIA_TYPES['hub.model-hub.model/v1']!
    : 'application/octet-stream';
}

// Publishes a source record that has no bytes of files. It says where a source has the files of a model, or takes back
// earlier records that say so.
import { canonicalJson } from '../../src/basics/canonical-json.ts';
import type { Address } from '../../src/nouns/address.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import { OBJECT_MEDIA_TYPES } from '../../src/nouns/media-types.ts';
import { namesOf, type Place, type SourceKind } from '../../src/nouns/source-kinds.ts';
import { SOURCE_FORMAT } from '../../src/shapes/formats.ts';
import type { SourceObject } from '../../src/shapes/objects.ts';
import type { ObjectClient } from './object-client.ts';

interface RecordToPublish {
  client: ObjectClient;
  /** The address of the model object. */
  model: Address;
  kind: SourceKind | 'chunks';
  /** The source's token, or `objects` for chunks. */
  source: string;
  /** The names that the source has for the model. */
  names: Place;
  /** True to take back earlier records about the model at this source. */
  isWithdrawn: boolean;
}

/** Publishes the record, and gives its address. */
export function publishRecord({ client, model, kind, source, names, isWithdrawn }: RecordToPublish): Promise<Address> {
  const none = kind === 'chunks' ? { joined: [] } : { files: [] };
  const record: SourceObject = {
    ...{ format: SOURCE_FORMAT, kind, model, source, ...namesOf(names) },
    ...(isWithdrawn && none),
    // The hub notes when it first got certain bytes. A new record with the bytes of an old one would count as old, so
    // each record has its own time.
    made: instantOf(Date.now()),
  };
  const filename = `${source}.json`;
  return client.publish(Buffer.from(canonicalJson(record)), {
    ...{ kind: 'model-hub.source', type: OBJECT_MEDIA_TYPES.source, filename },
  });
}

// The media types of the index's objects. The kind of an object follows from the objects that refer to it: pointers and
// days refer to catalogs; catalogs refer to models, sources and cards.

/** The kinds of objects, the most requested kind first. */
export const OBJECT_KINDS = ['model', 'source', 'catalog', 'card'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The media type of each kind of object. */
export const OBJECT_MEDIA_TYPES = {
  model: 'application/vnd.hub.model-hub.model.v1+json',
  source: 'application/vnd.hub.model-hub.source.v1+json',
  catalog: 'application/vnd.hub.model-hub.catalog.v1+json',
  card: 'application/vnd.hub.model-hub.card.v1+json',
} as const satisfies Record<ObjectKind, string>;

export const CATALOG_MEDIA_TYPE = OBJECT_MEDIA_TYPES.catalog;

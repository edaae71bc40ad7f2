// The names of formats, which documents and objects state. They have a file of their own, so that code which needs only
// a name does not load the schema library.

export const DESCRIPTOR_FORMAT = 'hub.model-hub.descriptor/v1';

export const ARCHIVE_FORMAT = 'hub.model-hub.archive/v1';

export const PINS_FORMAT = 'hub.model-hub.pins/v1';

export const CHANGES_FORMAT = 'hub.model-hub.changes/v1';

export const CHANGE_COUNTS_FORMAT = 'hub.model-hub.change-counts/v1';

/** The version of the object plane's protocol. It becomes higher when older clients can no longer use the protocol. */
export const PROTOCOL_VERSION = 1;

export const SPACES_FORMAT = 'hub.spaces.catalog/v1';

/** The artifact type of an app, which the registry has as an OCI artifact at `/v2/spaces/<id>`. */
export const SPACE_ARTIFACT = 'application/vnd.hub.space.v1+json';

export const SECTION_FORMAT = 'hub.section.descriptor/v1';

/** The parts of the site that have a descriptor. */
export const SECTIONS = ['models', 'registry', 'spaces', 'buckets', 'docs'] as const;
export type SectionName = (typeof SECTIONS)[number];

export const CATALOG_FORMAT = 'hub.model-hub.catalog/v1';

export const MODEL_FORMAT = 'hub.model-hub.model/v1';

export const SOURCE_FORMAT = 'hub.model-hub.source/v1';

export const CARD_FORMAT = 'hub.model-hub.card/v1';

/** The formats of the log's leaves, and of the proof that the log has a model. */
export const LOGGED_MODEL_FORMAT = 'hub.model-hub.logged-model/v1';
export const LOGGED_DAY_FORMAT = 'hub.model-hub.logged-day/v1';

export const LOGGED_WITHDRAWAL_FORMAT = 'hub.model-hub.logged-withdrawal/v1';
export const PROOF_FORMAT = 'hub.model-hub.proof/v1';

export const LOCK_FORMAT = 'hub.model-hub.lock/v1';

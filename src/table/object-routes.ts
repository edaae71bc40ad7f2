// The rows of the route table for the object plane, and for the index's own files (decision 0023).
import { built, chapter, live } from './route.ts';
import { arrayOf, json, textType } from './row-facts.ts';
import { searchQuery } from './search-query.ts';

/** The form of a cursor, to be used in a regular expression. */
export const PLACE = '([0-9a-z]{1,11})-([0-9a-f]{64})';

const plane = { dialect: 'objects', hidesMethods: true } as const;
const livePlane = { ...plane, cache: 'no-store', type: json, treeless: true } as const;

export const objectRoutes = chapter('Objects', {
  capabilities: live('/api/v1/capabilities', {
    ...livePlane,
    summary: 'What the object plane can do, and how much fits into one request',
    why: 'Call it to learn what the object plane can be asked, which parts of the service are ready, and how large an object may be.',
    shape: 'CapabilityManifest',
  }),
  modules: live('/api/v1/modules', {
    ...livePlane,
    summary: 'Every module of the service with its operations and its readiness',
    id: 'listModules',
    why: 'Call it to see which parts of the service are ready: some wait for the first index, others for the operator to open them.',
    shape: arrayOf('ModuleInfo'),
  }),
  objects: live('/api/v1/objects', {
    ...livePlane,
    summary: 'The published objects: listed and added to with the publisher token',
    id: 'listObjects',
    why: 'Call it with the publisher token to see what was published, newest first. Objects of the index are not among them: the catalog lists those.',
    token: 'publisherToken',
    query: {
      limit: { ...searchQuery.limit, description: 'How many objects at most.' },
      cursor: {
        type: 'string',
        pattern: `^(${PLACE})?$`,
        description: 'Where the page before ended: its `cursor`. Empty: the first page.',
      },
    },
    shape: 'ObjectList',
    refusals: ['PublisherOnly', 'BadParameter', 'TreeAway'],
    also: {
      POST: {
        id: 'publishObject',
        why:
          'Call it with the publisher token to keep bytes for good under their BLAKE3. When it answers, they are on ' +
          'the disk and can be read by anyone. The same bytes again are 201 again, with the metadata of the first ' +
          'time. A file that is larger than one request may be is published as chunks joined by a source record, which ' +
          '`model-hub publish` does.',
        answers: { 201: { is: 'Kept, and told under what address.', headers: ['Location'] } },
        token: 'publisherToken',
        sent: {
          'x-hub-kind': {
            type: 'string',
            pattern: '^([A-Za-z0-9][A-Za-z0-9._:/+-]{0,127})?$',
            default: 'file',
            description: 'What kind of object it is; kept, and shown in the list. Empty: as if it were left out.',
            examples: ['model-hub.source'],
          },
          'x-hub-filename': {
            type: 'string',
            maxLength: 1024,
            examples: ['source.json'],
            description:
              'The name the bytes had as a file, at most 1,024 bytes of UTF-8; kept, and told to whoever fetches them.',
          },
        },
        request: {
          description: 'The bytes. `Content-Type` is kept as their media type.',
          content: { 'application/octet-stream': {} },
          example: 'an object',
        },
        shape: 'ObjectMetadata',
        refusals: ['PublisherOnly', 'BadParameter', 'TooLarge', 'TreeAway'],
      },
    },
  }),
  object: built('/api/v1/objects/{id}', {
    ...plane,
    cache: 'immutable',
    ranges: true,
    summary: 'The bytes of an object by its BLAKE3 address',
    why:
      'Call it for the index itself, a day’s catalog, a model at one revision, or a place where its bytes are, and ' +
      'for what was published. The address is the BLAKE3 of the bytes, so hash them and trust no one; what lies at ' +
      'an address never changes. Go by the address and not by the media type.',
    answers: {
      200: {
        is: 'The object’s bytes.',
        content: {
          'application/vnd.hub.model-hub.model.v1+json': 'ModelObject',
          'application/vnd.hub.model-hub.catalog.v1+json': 'CatalogObject',
          'application/vnd.hub.model-hub.source.v1+json': 'SourceObject',
          'application/vnd.hub.model-hub.card.v1+json': 'CardObject',
          'application/octet-stream': { description: 'An object that was published without a type.' },
          '*/*': { description: 'An object that was published with another type: its own.' },
        },
        headers: ['Content-Disposition'],
      },
    },
    refusals: ['BadAddress', 'ObjectNotFound'],
  }),
});

const missing = ['NoLog', 'NoLogFile'] as const;
/** The facts of the files that change with each day. */
const signed = { dialect: 'hub', type: textType, cache: 'brief' } as const;
const bytes = { dialect: 'hub', type: 'application/octet-stream', cache: 'immutable' } as const;

export const logRoutes = chapter('Log', {
  logCheckpoint: built('/log/checkpoint', {
    ...signed,
    summary: 'How long the log is and what its root is, signed by the hub and by witnesses: a C2SP checkpoint',
    why:
      'Call it to learn how long the log is and what its root is: a C2SP signed note, whose text names the log, ' +
      'its size and its root in base64, and whose lines below are signatures of the hub and of witnesses. A hub ' +
      'without a signing key gives it unsigned. Keep the newest you have seen, and hold the next against it by a ' +
      'consistency proof.',
    refusals: missing,
  }),
  logKeys: built('/log/keys', {
    ...signed,
    summary: 'The verifier keys of the log and of its witnesses, a line each; empty where nobody signs',
    id: 'listLogKeys',
    why:
      'Call it once for the verifier keys of the log and of its witnesses, a line each, empty where nobody signs. ' +
      'A key from here proves no more than the address does: compare it with one that came by another way, and ' +
      'keep it.',
    refusals: missing,
  }),
  logEntries: built('/log/tile/entries/{bundle...}', {
    ...bytes,
    compressed: true,
    summary: 'Leaves of the log, 256 in a bundle',
    why:
      'Call it for the leaves of the log, 256 in a bundle and each behind its length in two bytes: canonical JSON ' +
      'that says what is known of a model from then on, or what the index is on a day. A bundle never changes; the name ' +
      'of one that is not full yet has its number of leaves.',
    refusals: missing,
  }),
  logTile: built('/log/tile/{tile...}', {
    ...bytes,
    summary: 'Hashes of the log, 256 in a tile',
    why:
      'Call it to compute an inclusion or a consistency proof: a tile has up to 256 hashes of one level of the ' +
      'Merkle tree, 32 bytes each, and never changes. The name of one that is not full yet has its number of hashes; it ' +
      'may be gone once it is full: ask for the full one then.',
    refusals: missing,
  }),
  logModels: built('/log/models/{ids...}', {
    ...bytes,
    compressed: true,
    summary: 'Which leaf is the newest of each model, by the number of leaves in the log',
    why:
      'Call it to find the newest leaf of a model in a log of so many leaves: `first` has the id that each page begins ' +
      'with, a page the ids, sorted, and which leaf is theirs. Pages of a shorter log are removed after a while.',
    refusals: missing,
  }),
  modelProof: live('/models/{owner}/{name}/proof.json', {
    dialect: 'hub',
    type: json,
    cache: 'brief',
    compressed: true,
    summary: 'The proof that a model with these hashes is in the log, up to its newest day',
    why:
      'Call it beside a download, to check the files without asking anybody: `model-hub verify DIR --proof FILE` ' +
      'does. The bundle holds the checkpoint, the leaf of the model and that of the newest day, the hashes that ' +
      'lead from each to the root, and the SHA256SUMS that was logged. The same can be computed from the tiles.',
    tagged: true,
    shape: 'ModelProof',
    refusals: ['NoLog', 'NotLogged', 'LogBehind', 'LogExpired'],
  }),
});

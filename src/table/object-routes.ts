// The rows of the route table for the object plane, and for the index's own files (decision 0023).
import { OBJECT_MEDIA_TYPES } from '../nouns/media-types.ts';
import { built, live } from './route.ts';
import { json } from './row-facts.ts';

const plane = { dialect: 'objects', hidesMethods: true } as const;

export const objectRoutes = {
  capabilities: live('/api/v1/capabilities', {
    ...plane,
    cache: 'no-store',
    type: json,
    treeless: true,
    summary: 'What the object plane can do, and how much fits into one request',
  }),
  modules: live('/api/v1/modules', {
    ...plane,
    cache: 'no-store',
    type: json,
    treeless: true,
    summary: 'Every module of the service with its operations and its readiness',
  }),
  objects: live('/api/v1/objects', {
    ...plane,
    cache: 'no-store',
    type: json,
    methods: ['GET', 'HEAD', 'POST'],
    treeless: true,
    summary: 'The published objects: listed and added to with the publisher token',
  }),
  object: built('/api/v1/objects/{id}', {
    ...plane,
    cache: 'immutable',
    kinds: OBJECT_MEDIA_TYPES,
    ranges: true,
    summary: 'The bytes of an object by its BLAKE3 address',
  }),
} as const;

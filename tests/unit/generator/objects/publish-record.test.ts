// Tests that a record about a source is published as a source object, and that a new record can withdraw an earlier
// one.
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { indexModel } from '../../../../generator/objects/model-of-index.ts';
import { ObjectClient } from '../../../../generator/objects/object-client.ts';
import { publishRecord } from '../../../../generator/objects/publish-record.ts';
import { models } from '../../../fixtures/rows.ts';
import { type ObjectHub, startObjectHub, token } from './object-hub.ts';

let hub: ObjectHub;
beforeEach(async () => {
  hub = await startObjectHub(inject('fixture').dist);
});
afterEach(() => hub.close());

test.each([
  [
    'a place',
    { kind: 'http', source: 'srcb', names: { id: 'Other/Name', revision: undefined } },
    false,
    { id: 'Other/Name' },
  ],
  ['its withdrawal', { kind: 'http', source: 'srcb', names: {} }, true, { files: [] }],
  ['the withdrawal of chunks', { kind: 'chunks', source: 'objects', names: {} }, true, { joined: [] }],
] as const)('publishes a record: %s', async (_, record, isWithdrawn, more) => {
  const client = new ObjectClient({ base: hub.url, token, pause: 1 });
  const { address: model } = await indexModel(client, models.bert.id);
  const { names: _names, ...about } = record;
  const id = await publishRecord({ client, model, isWithdrawn, ...record });
  const answer = await fetch(`${hub.url}/api/v1/objects/${id}`);
  expect(answer.headers.get('content-type')).toBe('application/vnd.hub.model-hub.source.v1+json');
  expect(await answer.json()).toEqual({
    ...{ format: 'hub.model-hub.source/v1', model, ...about, ...more },
    made: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
});

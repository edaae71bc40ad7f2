/**
 * Tests the advice of a build that lacks an object: it differs for a tree of another HUB_DATA and for a lost
 * object.
 */
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { withFix } from '../../../../generator/hub/build-hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const root = folderOfFile();
const places = inject('fixture');

const missing = new Error('The object blake3:00 is missing: nothing is at /data/objects/00.');

test('the advice for a tree of another HUB_DATA is to use that HUB_DATA', () => {
  const throws = () => withFix({ objects: join(root, 'none') }, places.dist)(missing);
  expect(throws).toThrow(
    `${missing.message} The tree in HUB_DIST was built from another HUB_DATA: use that one, or rem`,
  );
  expect(throws).toThrow(join(places.dist, 'current'));
});

test('the advice for a lost object is to restore a backup', () => {
  const objects = join(places.data, 'objects');
  expect(() => withFix({ objects }, places.dist)(missing)).toThrow('Put it back from a backup of HUB_DATA.');
});

test('every other error is thrown unchanged', () => {
  const error = new Error('something else');
  expect(() => withFix({ objects: root }, places.dist)(error)).toThrow(error);
  expect(() => withFix({ objects: root }, join(root, 'no tree'))(missing)).toThrow(missing);
});

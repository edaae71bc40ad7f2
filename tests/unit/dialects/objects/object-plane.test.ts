// Tests the description of the object routes: each module is ready when its parts are.
import { expect, test } from 'vitest';
import { healthOf, type PlaneFacts, planeModules } from '../../../../src/dialects/objects/object-plane.ts';

const facts: PlaneFacts = {
  version: '1.2.3',
  server: 'hub.example',
  index: 'ready',
  published: 'ready',
  publishing: 'ready',
  accounts: 'ready',
};

/** Returns the states of the modules that are not ready, by module. */
const waiting = (given: Partial<PlaneFacts>) =>
  Object.fromEntries(
    planeModules({ ...facts, ...given })
      .filter(({ state }) => state !== 'ready')
      .map(({ id, state }) => [id, state]),
  );

test('modules that read the index start with it; the operator opens publishing and accounts', () => {
  expect(waiting({})).toEqual({});
  expect(waiting({ publishing: 'closed' })).toEqual({ publishing: 'closed' });
  expect(waiting({ accounts: 'closed' })).toEqual({ accounts: 'closed' });
  expect(waiting({ accounts: 'unavailable' })).toEqual({ accounts: 'unavailable' });
  expect(waiting({ index: 'starting', publishing: 'closed' })).toEqual({
    objects: 'starting',
    publishing: 'closed',
    models: 'starting',
    files: 'starting',
    registry: 'starting',
    mcp: 'starting',
  });
});

test('while published objects are away, only the modules that read them are unavailable', () => {
  const away = { ...facts, published: 'unavailable' } as const;
  expect(waiting(away)).toEqual({ objects: 'unavailable', publishing: 'unavailable' });
  expect(healthOf(away)).toMatchObject({ status: 'unavailable', modules_ready: planeModules(facts).length - 2 });
  expect(healthOf({ ...away, index: 'starting' })).toMatchObject({ status: 'starting', modules_ready: 2 });
});

test('health counts the ready modules, and is ready with the index', () => {
  const all = planeModules(facts).length;
  expect(healthOf(facts)).toEqual({ status: 'ready', version: '1.2.3', role: 'hub', modules_ready: all });
  expect(healthOf({ ...facts, publishing: 'closed', accounts: 'closed' })).toMatchObject({
    status: 'ready',
    modules_ready: all - 2,
  });
  // Two modules are still ready, health and accounts, because they need no object.
  for (const index of ['starting', 'unavailable'] as const)
    expect(healthOf({ ...facts, index })).toMatchObject({ status: index, modules_ready: 2 });
});

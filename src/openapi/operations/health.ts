// The operations that report the health of the service and of the byte sources.
import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation } from './operation.ts';

export const health = {
  healthz: operation(
    'getServiceHealth',
    'Call it to learn whether the service answers at all, as a load balancer does. `ready` means that the object ' +
      'plane answers; it says nothing of byte sources.',
    {
      200: { is: 'Ready.' },
      503: { is: 'Still starting, or what is stored can’t be read just now.', headers: ['Retry-After'] },
    },
    { shape: 'HealthResponse' },
  ),
  livez: operation(
    'getLiveness',
    'Call it to learn whether the process lives, as what would start it anew does. It says nothing of anything else, and waits for nothing.',
    '`live`.',
    { docs: 'operating' },
  ),
  readyz: operation(
    'getReadiness',
    'Call it to learn whether to send requests here, as a load balancer does. It waits for nothing: while a ' +
      'store is away, what is cached is answered all the same.',
    {
      200: { is: '`ready`.' },
      503: {
        is: '`starting`: no tree is served yet. `leaving`: the process is about to end.',
        headers: ['Retry-After'],
      },
    },
    { docs: 'operating' },
  ),
  health: operation(
    'getSourceHealth',
    'Call it to see where files would be redirected to just now: what the last probe of every source found, and ' +
      'the order in which they are preferred. It is measured from the service’s network: a source that is `ok` ' +
      'here can be out of reach from yours.',
    'What the last probes found.',
    { docs: 'sources', shape: 'HubHealth' },
  ),
  activity: operation(
    'getSourceActivity',
    'Call it to see whether redirects reach every source: how many callers were sent to each in the last hour, and ' +
      'how many past one that was not ok. It counts what this process answered, and keeps ' +
      'nothing of a caller.',
    'The counts.',
    { docs: 'sources', shape: 'HubActivity' },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;

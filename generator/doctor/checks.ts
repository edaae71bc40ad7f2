// Lists the doctor's checks in the order of its report.

import { certificateCheck } from './checks/certificate.ts';
import type { Check } from './checks/check.ts';
import { clockCheck } from './checks/clock.ts';
import { contactCheck, dayCheck } from './checks/index-day.ts';
import { permissionsCheck } from './checks/permissions.ts';
import { portCheck } from './checks/port.ts';
import { addressCheck } from './checks/public-address.ts';
import { roomCheck } from './checks/room.ts';
import { keysCheck, witnessesCheck } from './checks/signing.ts';
import { sourcesCheck } from './checks/sources.ts';
import { bucketCheck, databaseCheck } from './checks/stores.ts';

/** Reads the settings. The other checks run only if this one succeeds. */
export const settingsCheck: Check = {
  name: 'settings',
  advice: 'Set the variable, or mend the file, that the sentence names.',
  docs: 'settings.md#variables',
  run: ({ service }) => ['ok', `The variables and service.yaml are read: ${service.name}.`],
};

export const checks: readonly Check[] = [
  ...[settingsCheck, addressCheck, certificateCheck, clockCheck, permissionsCheck, portCheck, roomCheck],
  ...[sourcesCheck, databaseCheck, bucketCheck, keysCheck, witnessesCheck, contactCheck, dayCheck],
];

// Tests `model-hub export --attest` without an attestation key.
import { expect, inject, test } from 'vitest';
import { runExport } from '../../../../generator/export/export-hub.ts';
import { silent } from '../../../../generator/process/progress.ts';

test('the export ends with a sentence that names the variable for the key', async () => {
  const env = { HUB_DIST: inject('fixture').dist };
  await expect(runExport(env, { to: '/nowhere', isAttested: true }, silent)).rejects.toThrow(
    'Attestations are signed with HUB_ATTESTATION_KEY, which is not set: name the key there.',
  );
});

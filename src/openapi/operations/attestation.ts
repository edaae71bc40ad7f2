// The operations of attestations: the operator's signatures of models, and the key that checks them.
import { NOTICE } from '../../attestation/notice.ts';
import { SIGSTORE_BUNDLE } from '../../nouns/registry-media-types.ts';
import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation } from './operation.ts';

const attested = { tagged: true, refusals: ['NotAttested'] } as const;

export const attestation = {
  modelSignature: operation(
    'getModelSignature',
    'Call it to check a downloaded folder with `model_signing verify key`: the SHA-256 of each file of the ' +
      `model, signed by the operator’s key. It says that ${NOTICE}.`,
    {
      200: {
        is: 'The bundle: a statement of in-toto in an envelope, as Sigstore writes it. The same bytes at every hub with this key.',
        content: {
          [SIGSTORE_BUNDLE]: {
            type: 'object',
            required: ['mediaType', 'verificationMaterial', 'dsseEnvelope'],
            properties: {
              mediaType: { const: SIGSTORE_BUNDLE },
              verificationMaterial: { type: 'object', description: 'Names the key.' },
              dsseEnvelope: { type: 'object', description: 'The statement in base64, and its signature.' },
            },
          },
        },
      },
    },
    attested,
  ),
  attestationKey: operation(
    'getAttestationKey',
    'Call it once, and keep what it gives: `model_signing` and `cosign` check by it. A key that comes from the ' +
      'same place as a signature proves no more than that place, so compare it with one that you have ' +
      'from elsewhere. An operator without a key for attestations has none.',
    { 200: { is: 'The public key, PEM.', content: { 'text/plain': { type: 'string' } } } },
    attested,
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;

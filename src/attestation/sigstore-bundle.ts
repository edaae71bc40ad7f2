// Sigstore bundles, version 0.3: a statement of in-toto in a DSSE envelope, signed by a key that the reader brings.
import { base64 } from '../basics/byte-text.ts';
import { canonicalJson } from '../basics/canonical-json.ts';
import { joined } from '../basics/joined-bytes.ts';
import { sha256Hex } from '../digests/sha.ts';
import { SIGSTORE_BUNDLE } from '../nouns/registry-media-types.ts';
import type { Attestor } from './attestor.ts';

const STATEMENT_TYPE = 'application/vnd.in-toto+json';

/** What a statement is about, by its SHA-256. */
interface Subject {
  name?: string;
  digest: { sha256: string };
  annotations: Readonly<Record<string, string>>;
}

/** A statement of in-toto, version 1. */
interface Statement {
  subject: readonly Subject[];
  predicateType: string;
  predicate: object;
}

const utf8 = new TextEncoder();

/** The bundle of `statement`, as JSON. It names its key by the SHA-256 of the key's PEM, which model_signing compares. */
export function sigstoreBundle(attestor: Attestor, statement: Statement): string {
  const payload = utf8.encode(canonicalJson({ _type: 'https://in-toto.io/Statement/v1', ...statement }));
  // DSSE, "Pre-Authentication Encoding".
  const head = utf8.encode(`DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${payload.length} `);
  const sig = base64(attestor.sign(joined([head, payload]), 'der'));
  return canonicalJson({
    mediaType: SIGSTORE_BUNDLE,
    verificationMaterial: { publicKey: { hint: sha256Hex(attestor.publicKey) } },
    dsseEnvelope: { payload: base64(payload), payloadType: STATEMENT_TYPE, signatures: [{ sig, keyid: '' }] },
  });
}

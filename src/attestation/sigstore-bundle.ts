// Makes Sigstore bundles, version 0.3. A bundle is an in-toto statement in a DSSE envelope, signed by a key that
// readers must already have.
import { base64 } from '../basics/byte-text.ts';
import { canonicalJson } from '../basics/canonical-json.ts';
import { joined } from '../basics/joined-bytes.ts';
import { sha256Hex } from '../digests/sha.ts';
import { SIGSTORE_BUNDLE } from '../nouns/registry-media-types.ts';
import type { Attestor } from './attestor.ts';

const STATEMENT_TYPE = 'application/vnd.in-toto+json';

/** The file or manifest that a statement is about, identified by its SHA-256. */
interface Subject {
  name?: string;
  digest: { sha256: string };
  annotations: Readonly<Record<string, string>>;
}

/** An in-toto statement, version 1. */
interface Statement {
  subject: readonly Subject[];
  predicateType: string;
  predicate: object;
}

const utf8 = new TextEncoder();

/** Returns a statement as JSON. */
export function statementText(statement: Statement): string {
  return canonicalJson({ _type: 'https://in-toto.io/Statement/v1', ...statement });
}

/** Makes the bundle of `statement`, as JSON. */
export function sigstoreBundle(attestor: Attestor, statement: Statement): string {
  const payload = utf8.encode(statementText(statement));
  return bundleOf(attestor, payload, base64(payload));
}

/**
 * Makes the bundle of a statement from its bytes and their base64 text. The bundle names its key by the SHA-256 of the
 * key's PEM text, which model_signing compares.
 */
export function bundleOf(attestor: Attestor, bytes: Uint8Array, payload: string): string {
  // The bytes that DSSE signs (DSSE, "Pre-Authentication Encoding").
  const head = utf8.encode(`DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${bytes.length} `);
  const sig = base64(attestor.sign(joined([head, bytes])));
  return canonicalJson({
    mediaType: SIGSTORE_BUNDLE,
    verificationMaterial: { publicKey: { hint: sha256Hex(attestor.publicKey) } },
    dsseEnvelope: { payload, payloadType: STATEMENT_TYPE, signatures: [{ sig, keyid: '' }] },
  });
}

// Makes the self-signed certificate of an attestation key. The certificate depends only on the key, so every hub with
// this key makes the same bytes.
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  id_kp_codeSigning,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Time,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { bytesOfHex } from '../basics/byte-text.ts';
import { sha256Hex } from '../digests/sha.ts';
import { NOTICE } from './notice.ts';

/**
 * The start of every certificate's validity, and the stated time of every signature. The time is fixed, because the
 * real time would differ between hubs.
 */
export const SIGNED_AT = '2000-01-01T00:00:00Z';
/** The end of a certificate that never expires (RFC 5280 4.1.2.5). */
const NEVER_ENDS = '9999-12-31T23:59:59Z';

/** The identifiers of an elliptic curve key (RFC 5480 2.1.1) and of ECDSA with SHA-256 (RFC 5758 3.2). */
const [EC_PUBLIC_KEY, ECDSA_WITH_SHA256] = ['1.2.840.10045.2.1', '1.2.840.10045.4.3.2'];
/** The name of the curve secp256r1, as DER (RFC 5480 2.1.1.1). */
const P256 = '06082a8648ce3d030107';
/** The identifiers of RFC 4519: commonName, organizationalUnitName, organizationName. */
const [CN, OU, O] = ['2.5.4.3', '2.5.4.11', '2.5.4.10'];

/** Makes the SubjectPublicKeyInfo of an uncompressed point, as DER. */
export function publicKeyInfo(point: Uint8Array): Uint8Array<ArrayBuffer> {
  return der(infoOf(point));
}

/**
 * Makes the self-signed certificate of the key with this public point, as DER. The certificate allows only code signing
 * and is no certificate authority, as the Notary Project requires. `sign` returns an ECDSA signature with SHA-256, as
 * DER.
 */
export function selfSigned(point: Uint8Array, sign: (bytes: Uint8Array) => Uint8Array): Uint8Array<ArrayBuffer> {
  const key = sha256Hex(publicKeyInfo(point));
  const name = nameOf(key.slice(0, 16));
  const signature = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const tbs = new TBSCertificate({
    version: Version.v3,
    // The serial number is positive, and has at most 20 bytes (RFC 5280 4.1.2.2).
    serialNumber: buffer(bytesOfHex(`01${key.slice(0, 30)}`)),
    signature,
    issuer: name,
    subject: name,
    validity: validity(),
    subjectPublicKeyInfo: infoOf(point),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: false })),
      extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.digitalSignature)),
      extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([id_kp_codeSigning])),
      extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(buffer(bytesOfHex(key.slice(0, 40))))),
    ]),
  });
  const signatureValue = buffer(sign(der(tbs)));
  return der(new Certificate({ tbsCertificate: tbs, signatureAlgorithm: signature, signatureValue }));
}

const der = (value: object) => new Uint8Array(AsnConvert.serialize(value));

const buffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

function infoOf(point: Uint8Array): SubjectPublicKeyInfo {
  const algorithm = new AlgorithmIdentifier({ algorithm: EC_PUBLIC_KEY, parameters: buffer(bytesOfHex(P256)) });
  return new SubjectPublicKeyInfo({ algorithm, subjectPublicKey: buffer(point) });
}

function nameOf(key: string): Name {
  const part = (type: string, utf8String: string) =>
    new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) })]);
  return new Name([part(O, 'Model Hub index'), part(OU, NOTICE), part(CN, `attestation key ${key}`)]);
}

/**
 * Returns the period of validity. RFC 5280 4.1.2.5 demands UTCTime for years before 2050, and GeneralizedTime for later
 * years.
 */
function validity(): Validity {
  const times = new Validity();
  times.notBefore = new Time({ utcTime: new Date(SIGNED_AT) });
  times.notAfter = new Time({ generalTime: new Date(NEVER_ENDS) });
  return times;
}

function extension(extnID: string, critical: boolean, value: object): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

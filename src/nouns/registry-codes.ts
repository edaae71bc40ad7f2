// The error codes of the OCI distribution spec.

/** The codes, each with its usual status. */
export const OCI_CODES = {
  BLOB_UNKNOWN: 404,
  DENIED: 403,
  DIGEST_INVALID: 400,
  MANIFEST_INVALID: 400,
  MANIFEST_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_UNKNOWN: 404,
  TOOMANYREQUESTS: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED: 405,
} as const;

export type OciCode = keyof typeof OCI_CODES;

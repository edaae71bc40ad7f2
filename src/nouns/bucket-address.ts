// Addresses in a bucket, as S3 tools write them: `s3://BUCKET/PREFIX`.

export interface BucketAddress {
  bucket: string;
  /** The prefix of the keys, without slashes at its ends; empty for the whole bucket. */
  prefix: string;
}

/**
 * Matches the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit at both
 * ends.
 */
const BUCKET = /^[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/;
/** Matches a segment of a prefix that all tools and servers write in the same way. */
const STEP = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/;

/** Reads an address, with or without a trailing slash; undefined for other text. */
export function parseBucketAddress(text: string): BucketAddress | undefined {
  const [, bucket, rest = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined || !BUCKET.test(bucket)) return undefined;
  const prefix = rest.replace(/\/$/, '');
  if (prefix !== '' && !prefix.split('/').every((step) => STEP.test(step))) return undefined;
  return { bucket, prefix };
}

/** Writes an address. */
export function formatBucketAddress({ bucket, prefix }: BucketAddress): string {
  return prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`;
}

// The address of a place in a bucket, as the S3 tools write it: `s3://BUCKET/PREFIX`.

export interface BucketAddress {
  bucket: string;
  /** The beginning of its keys, without slashes at its ends; empty for the whole bucket. */
  prefix: string;
}

/** Names of buckets: three to 63 letters in lower case, digits, dots and hyphens, none of the last two at an end. */
const BUCKET = /^[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/;
/** A step of a prefix: what no tool and no server writes otherwise. */
const STEP = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/;

/** Reads an address; a slash at its end means nothing. Undefined for whatever is none. */
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

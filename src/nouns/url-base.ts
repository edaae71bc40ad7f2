// Addresses that an operator writes: the start of URLs, and places in a bucket (`s3://BUCKET/PREFIX`).

/**
 * Reads an http(s) URL to which paths can be added, and removes its trailing slashes. Undefined for another scheme, and
 * for a URL with a login, a query or a fragment.
 */
export function parseUrlBase(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || /[?#]/.test(text))
    return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

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

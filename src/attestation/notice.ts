// The sentence that every attestation carries (decision 0036).

const NOTICE = 'the index attests these bytes; it is not their maker';

/** `NOTICE` as an annotation of the signed artifact. Signing tools print it. */
export const NOTICE_ANNOTATION = { 'hub.model-hub.attestation': NOTICE } as const;

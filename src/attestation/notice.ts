// The sentence that every attestation carries (decision 0036).

export const NOTICE = 'the index attests these bytes; it is not their maker';

/** The same sentence as an annotation of the signed artifact, which the tools print. */
export const NOTICE_ANNOTATION = { 'hub.model-hub.attestation': NOTICE } as const;

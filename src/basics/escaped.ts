// Text in a regular expression.

/** An expression that means the text as it stands. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

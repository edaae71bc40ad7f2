// Escapes text for a regular expression.

/** Returns a regular expression that matches exactly `text`. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

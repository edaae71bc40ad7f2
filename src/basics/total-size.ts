// Bytes of several files together.

export const totalSize = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

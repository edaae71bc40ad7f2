// Adds up the sizes of files, in bytes.

export const totalSize = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

// Checks wallet addresses as people write them: `0x` and 40 hex digits. Mixed case is a checksum (EIP-55).

/** True if `text` is a wallet address: all digits in one case, or in the mixed case that the checksum demands. */
export async function isWalletAddress(text: string): Promise<boolean> {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined) return false;
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const [{ keccak_256 }, { bytesToHex, utf8ToBytes }] = await Promise.all([
    import('@noble/hashes/sha3.js'),
    import('@noble/hashes/utils.js'),
  ]);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())));
  return [...digits].every((digit, at) => {
    const capital = Number.parseInt(hash[at]!, 16) >= 8;
    return digit === (capital ? digit.toUpperCase() : digit.toLowerCase());
  });
}

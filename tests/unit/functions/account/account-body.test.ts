// Tests wallet addresses with the examples of EIP-55, and with malformed ones.
import { expect, test } from 'vitest';
import { isWalletAddress } from '../../../../functions/account/account-body.ts';

test.each([
  // These addresses are examples in the text of EIP-55.
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x0000000000000000000000000000000000000000',
])('%s is a wallet address', async (address) => {
  expect(await isWalletAddress(address)).toBe(true);
  expect(await isWalletAddress(address.toLowerCase())).toBe(true);
  expect(await isWalletAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(true);
});

test.each([
  '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
  '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0',
  '0xgaaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n',
  'vitalik.eth',
  '',
])('%j is not a wallet address', async (text) => {
  expect(await isWalletAddress(text)).toBe(false);
});

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export type UsdcProblem = 'required' | 'usdc_format' | 'usdc_checksum' | 'usdc_nobody' | 'usdc_contract';
/** USDC's own contracts on Ethereum and Base. Funds sent there are lost. */
const contracts: ReadonlySet<string> = new Set([
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
]);

const retypedLength = 6;

/** The address in checksum format, which encodes the checksum in the case of its letters (EIP-55). */
export function toChecksumAddress(address: string): string {
  const lower = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  const cased = [...lower].map((character, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? character.toUpperCase() : character,
  );
  return `0x${cased.join('')}`;
}

/**
 * Parses an address into checksum format, or returns its problem. An address in a single case has no checksum, so
 * `retype` says that its last six characters must be typed again.
 */
export function readUsdcAddress(
  text: string,
): { readonly address: string; readonly retype: boolean } | { readonly problem: UsdcProblem } {
  const typed = text.trim();
  if (typed === '') return { problem: 'required' };
  if (!/^0x[0-9a-f]{40}$/i.test(typed)) return { problem: 'usdc_format' };
  const body = typed.slice(2);
  const isSingleCase = body === body.toLowerCase() || body === body.toUpperCase();
  const address = toChecksumAddress(`0x${body}`);
  if (!isSingleCase && address.slice(2) !== body) return { problem: 'usdc_checksum' };
  const lower = address.toLowerCase();
  if (/^0x0{38}/.test(lower)) return { problem: 'usdc_nobody' };
  if (contracts.has(lower)) return { problem: 'usdc_contract' };
  // An address without letters has no checksum either.
  return { address, retype: isSingleCase };
}

/** Checks the retyped last six characters; null if they match. */
export function checkRetyped(address: string, retyped: string): ('usdc_retype' | 'usdc_retype_differs') | null {
  const typed = retyped.trim().toLowerCase();
  if (typed === '') return 'usdc_retype';
  return typed === address.slice(-retypedLength).toLowerCase() ? null : 'usdc_retype_differs';
}

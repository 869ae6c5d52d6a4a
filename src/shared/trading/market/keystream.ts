import { chacha20 } from '@noble/ciphers/chacha.js';

/** The 32 secret bytes that a day's prices are drawn with. */
export type DayKey = Uint8Array;

/** What is drawn: `hour` to `frame` for prices, `quote` for spreads and depth, the rest for volume. */
const purposes = ['hour', 'minute', 'frame', 'quote', 'hour-volume', 'minute-volume', 'frame-volume'] as const;

/** One of a day's random series. No two share a word. */
export type DrawnSeries = {
  readonly purpose: (typeof purposes)[number];
  /** At most three letters and digits. */
  readonly code: string;
  /** Delivery as year × 12 + month; 0 for what all months share. */
  readonly month: number;
  /** The hour or minute of the day; 0 for what the whole day shares. */
  readonly unit: number;
};

/**
 * Random 32-bit numbers: the keystream of ChaCha20 (RFC 8439) from block 0, read as little-endian integers. The nonce is the
 * code padded with zero bytes to three, the purpose's index, then month and unit as little-endian integers.
 */
export function drawNumbers(key: DayKey, { purpose, code, month, unit }: DrawnSeries, count: number): Uint32Array {
  const nonce = new Uint8Array(12);
  for (let index = 0; index < code.length; index += 1) nonce[index] = code.charCodeAt(index);
  nonce[3] = purposes.indexOf(purpose);
  const numbers = new DataView(nonce.buffer);
  numbers.setUint32(4, month, true);
  numbers.setUint32(8, unit, true);
  const drawn = new Uint32Array(count);
  const bytes = new Uint8Array(drawn.buffer);
  chacha20(key, nonce, bytes, bytes);
  return drawn;
}

import type { Bytes } from './base64url.ts';

/**
 * Decompresses untrusted bytes. @returns undefined if they are damaged or expand to more than `maxBytes`
 */
export async function decompress(
  bytes: Bytes,
  format: 'gzip' | 'deflate',
  maxBytes: number,
): Promise<Bytes | undefined> {
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (!value) continue;
      chunks.push(value);
      length += value.length;
      if (length > maxBytes) {
        await reader.cancel();
        return undefined;
      }
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  } catch {
    return undefined;
  }
}

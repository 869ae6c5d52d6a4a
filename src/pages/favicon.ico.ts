import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import sharp from 'sharp';

const size = 32;

/** For readers of feeds, previews and older browsers, which ask for this address whatever a page says. */
export const GET: APIRoute = async () => {
  const png = await sharp(await readFile('public/favicon.svg'))
    .resize(size, size)
    .png()
    .toBuffer();
  // One picture: reserved 0, type 1, count 1; its width, height, planes, bits, length and offset.
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return new Response(new Uint8Array(Buffer.concat([header, png])), { headers: { 'Content-Type': 'image/x-icon' } });
};

import { requireRow } from '#server/core/database/rows.ts';
import { type Deps, invalid } from '#server/core/deps.ts';
import { libraries } from '#server/core/libraries.ts';
import { runPicture } from '#server/core/pictures/picture-queue.ts';

const sidePixels = 256;
const maxPixels = 50_000_000;

function startsWith(bytes: Uint8Array, at: number, ...expected: number[]): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte);
}

/** Checks the bytes, because names and declared types are the sender's claim. */
function isPicture(bytes: Uint8Array): boolean {
  const isJpeg = startsWith(bytes, 0, 0xff, 0xd8, 0xff);
  const isPng = startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const isWebp = startsWith(bytes, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes, 8, 0x57, 0x45, 0x42, 0x50);
  return isJpeg || isPng || isWebp;
}

/**
 * Re-encodes a picture as a small square, without camera metadata (place, time, device) or hidden data.
 * @throws {ServiceError} 422 for anything but JPEG, PNG or WebP
 */
export function reencodePicture(file: File): Promise<Buffer> {
  return runPicture(() => reencode(file));
}

async function reencode(file: File): Promise<Buffer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isPicture(bytes)) throw invalid({ picture: ['picture_type'] });
  const sharp = await libraries.sharp();
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 8 })
      .toBuffer();
  } catch {
    throw invalid({ picture: ['picture_type'] });
  }
}

/** @throws {ServiceError} 404 if the person has none */
export async function getPicture(deps: Deps, personId: string): Promise<Uint8Array> {
  const row = await requireRow(deps.db, 'person_picture', { person_id: personId }, ['image']);
  return row.image;
}

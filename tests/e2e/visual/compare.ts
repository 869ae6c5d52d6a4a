import sharp from 'sharp';

type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number };

/** How far a pixel's brightness may be off: lossy baselines and another build of the browser smooth edges differently. */
const maxDifference = 56;
const blockSize = 24;
/** How many pixels of a block may be off by more: a changed word differs in dozens. */
const maxPixelsPerBlock = 10;

async function readPixels(image: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(image).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export type Difference = { readonly text: string; readonly picture: Buffer };

/** What differs between two pictures: null if nothing that someone would see. The picture marks it. */
export async function findDifference(expected: Buffer, actual: Buffer): Promise<Difference | null> {
  const [before, after] = await Promise.all([readPixels(expected), readPixels(actual)]);
  if (before.width !== after.width || before.height !== after.height) {
    const size = ({ width, height }: Pixels) => `${width} × ${height}`;
    return { text: `the size is ${size(after)} instead of ${size(before)}`, picture: actual };
  }
  const columns = Math.ceil(before.width / blockSize);
  const counts = new Map<number, number>();
  for (let index = 0; index < before.data.length; index += 1) {
    if (Math.abs((before.data[index] ?? 0) - (after.data[index] ?? 0)) <= maxDifference) continue;
    const block = Math.floor(Math.floor(index / before.width) / blockSize) * columns;
    const key = block + Math.floor((index % before.width) / blockSize);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const blocks = [...counts].filter(([, count]) => count > maxPixelsPerBlock).map(([key]) => key);
  if (blocks.length === 0) return null;
  const places = blocks.map((key) => ({ x: (key % columns) * blockSize, y: Math.floor(key / columns) * blockSize }));
  const marks = places
    .map(({ x, y }) => `<rect x="${x}" y="${y}" width="${blockSize}" height="${blockSize}"/>`)
    .join('');
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${after.width}" height="${after.height}" fill="none" stroke="magenta" stroke-width="2">${marks}</svg>`;
  const [first] = places;
  return {
    text: `${blocks.length} places differ, the first at ${first?.x}, ${first?.y}`,
    picture: await sharp(actual)
      .composite([{ input: Buffer.from(overlay) }])
      .png()
      .toBuffer(),
  };
}

/** A baseline: small enough to keep, exact enough for `findDifference`. */
export function encodeBaseline(picture: Buffer): Promise<Buffer> {
  return sharp(picture).webp({ quality: 60, effort: 6 }).toBuffer();
}

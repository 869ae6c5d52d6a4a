import type { Locale } from '#i18n/locales.ts';
import type { Deps } from '#server/core/deps.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { describeDocument } from './document-content.ts';
import { chartSize } from './draw-picture.ts';
import { drawEquity } from './equity-drawing.ts';
import type { StoredCertificate } from './find-own.ts';

const maxCachedPictures = 50;
const pictures = new Map<string, Promise<Uint8Array>>();

/** Renders the certificate as a PNG to post. Certificates never change, so the latest pictures are cached. */
export function renderCertificatePicture(deps: Deps, row: StoredCertificate, locale: Locale): Promise<Uint8Array> {
  const key = `${row.id} ${locale}`;
  const cached = pictures.get(key);
  if (cached) return cached;
  const picture = render(deps, row, locale);
  pictures.set(key, picture);
  picture.catch(() => pictures.delete(key));
  const [oldest] = pictures.keys();
  if (pictures.size > maxCachedPictures && oldest !== undefined) pictures.delete(oldest);
  return picture;
}

async function render(deps: Deps, row: StoredCertificate, locale: Locale): Promise<Uint8Array> {
  const chart = await drawEquity(deps.db, row, chartSize);
  return draw('certificatePicture', describeDocument(deps, row, locale), chart);
}

import type { Locale } from '#i18n/locales.ts';
import type { Bytes } from '#lib/base64url.ts';
import type { Deps } from '#server/core/deps.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { signFile } from '#shared/certificates/pdf-file.ts';
import { describeDocument } from './document-content.ts';
import { chartSizeOf } from './draw-file.ts';
import { drawEquity } from './equity-drawing.ts';
import type { StoredCertificate } from './find-own.ts';
import { getSigner } from './signing-key.ts';

/**
 * Renders the certificate as a PDF with the signed credential attached. Its last line is a signature of the file, which
 * reveals any change.
 */
export async function renderCertificateFile(deps: Deps, row: StoredCertificate, locale: Locale): Promise<Bytes> {
  const content = describeDocument(deps, row, locale);
  const chart = await drawEquity(deps.db, row, chartSizeOf(content));
  const { credential, issued_at: issuedAt } = row;
  const file = await draw('certificate', { content, chart, credential, issuedAt, locale });
  return signFile(await getSigner(deps, deps.db), file, row.id);
}

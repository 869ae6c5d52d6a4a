import { getRendered, renderedNames } from '#content/rendered-content.ts';
import { locales } from '#i18n/locales.ts';
import { libraries, loadLibraries } from '#server/core/libraries.ts';
import { writeRow } from '#server/core/pdf/blocks.ts';
import { startPdf } from '#server/core/pdf/page.ts';
import { box, sansFonts } from '#server/core/pictures/image-layout.ts';
import { renderQrCode } from '#server/core/pictures/qr-code.ts';

/** Does before the server listens what would otherwise hold up all requests when the first one needs it. */
export async function warmUp(): Promise<void> {
  await loadLibraries();
  for (const name of renderedNames) {
    for (const locale of locales) await getRendered(name, locale);
  }
  const { pdf, finish } = await startPdf({ brand: 'A', title: 'B', at: new Date(0), typed: ['Łucja'], locale: 'en' });
  writeRow(pdf, 'Name', 'Łucja');
  await finish();
  const satori = await libraries.satori();
  const layout = box({ fontFamily: 'Instrument Sans' }, 'A') as Parameters<typeof satori>[0];
  await satori(layout, { width: 100, height: 100, fonts: [...sansFonts] });
  renderQrCode('A', 100);
}

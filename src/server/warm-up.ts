import { getRendered, renderedNames } from '#content/rendered-content.ts';
import { locales } from '#i18n/locales.ts';
import { loadLibraries } from '#server/core/libraries.ts';

/** Does before the server listens what would otherwise hold up all requests when the first one needs it. */
export async function warmUp(): Promise<void> {
  await loadLibraries();
  for (const name of renderedNames) {
    for (const locale of locales) await getRendered(name, locale);
  }
}

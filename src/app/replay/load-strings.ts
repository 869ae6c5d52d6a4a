import type { Locale } from '#i18n/locales.ts';
import type { FillReplayStrings } from './types.ts';

const files = import.meta.glob<FillReplayStrings>('/public/locales/*/fill-replay.json', { import: 'default' });

/** All strings of the area, which would make up a tenth of each page that has it. @throws if they can't be loaded */
export async function loadStrings(locale: Locale): Promise<FillReplayStrings> {
  const load = files[`/public/locales/${locale}/fill-replay.json`];
  if (load === undefined) throw new Error(`no strings for ${locale}`);
  return load();
}

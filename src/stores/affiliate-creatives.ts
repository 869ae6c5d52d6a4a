import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import { fetchFile, saveFile } from '../client/file.ts';
import { creativePicture, fetchCreatives } from '../contract/affiliate-creatives.ts';
import type { DataOf } from '../contract/call.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Loadable } from './billing.ts';
import { notifyFailure } from './toasts.ts';

export type Creative = DataOf<typeof fetchCreatives>['creatives'][number];

export const $creatives = atom<Loadable<readonly Creative[]>>({ status: 'loading' });

export async function loadCreatives(): Promise<void> {
  const result = await send(fetchCreatives, {});
  if (result.ok) $creatives.set({ status: 'ready', value: result.data.creatives });
  else if ($creatives.get().status !== 'ready') $creatives.set({ status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

/** A picture as an object URL, which the caller must revoke; null if it can't be loaded. */
export async function loadPicture(name: Creative['name'], language: Locale): Promise<string | null> {
  const file = await fetchFile(creativePicture, { query: { name, language } });
  if (file.ok) return URL.createObjectURL(file.content);
  notifyFailure(file.failure);
  return null;
}

export async function savePicture({ name, width, height }: Creative, language: Locale): Promise<void> {
  const file = await fetchFile(creativePicture, { query: { name, language } });
  if (file.ok) saveFile(`${name}-${width}x${height}-${language}.png`, file.content);
  else notifyFailure(file.failure);
}

import { atom } from 'nanostores';
import type { Loadable } from '#app/billing/stores/billing.ts';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { Locale } from '#i18n/locales.ts';
import { creativePicture, fetchCreatives } from '#shared/affiliates/contract-creatives.ts';
import type { DataOf } from '#shared/core/call.ts';

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

import { send } from '#app/http/call.ts';
import { fetchFile } from '#app/http/file.ts';
import { download } from '#app/shell/stores/download.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { Locale } from '#i18n/locales.ts';
import { creativePicture, fetchCreatives } from '#shared/affiliates/contract-creatives.ts';
import type { DataOf } from '#shared/core/call.ts';

export type Creative = DataOf<typeof fetchCreatives>['creatives'][number];

export const $creatives = createResource(() => send(fetchCreatives, {}));

/** A picture as an object URL, which the caller must revoke; null if it can't be loaded. */
export async function loadPicture(name: Creative['name'], language: Locale): Promise<string | null> {
  const file = await fetchFile(creativePicture, { query: { name, language } });
  if (file.ok) return URL.createObjectURL(file.content);
  notifyFailure(file.failure);
  return null;
}

export function savePicture({ name, width, height }: Creative, language: Locale): Promise<void> {
  return download(`${name}-${width}x${height}-${language}.png`, creativePicture, { query: { name, language } });
}

import { apiRoot } from './api-root.ts';

/** Fetches a public document for a page whose script must stay small; undefined if that fails. */
export async function requestText(path: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${apiRoot}/${path}`, { credentials: 'omit', cache: 'no-store' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** The entries of a published chain; undefined if it can't be fetched or isn't one. */
export async function requestEntries<Entry>(path: string): Promise<readonly Entry[] | undefined> {
  try {
    const { entries } = JSON.parse((await requestText(path)) ?? '') as { readonly entries?: readonly Entry[] };
    return Array.isArray(entries) ? entries : undefined;
  } catch {
    return undefined;
  }
}

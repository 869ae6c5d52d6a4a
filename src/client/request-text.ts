import { apiRoot } from './api-root.ts';

/** A public document for a page whose script must stay small; undefined if it can't be fetched. */
export async function requestText(path: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${apiRoot}/${path}`, { credentials: 'omit', cache: 'no-store' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

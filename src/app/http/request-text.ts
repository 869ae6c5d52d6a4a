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

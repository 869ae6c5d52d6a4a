import { notify } from './toasts.ts';

/** Copies a text and confirms it with a toast. Without TLS browsers refuse to copy; selecting the text still works. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', { key: 'copied' });
  } catch {
    notify('error', { key: 'unexpected' });
  }
}

import { forgetAttribution } from '../../stores/browser-session.ts';

/**
 * Loaded by the first press of its button on the cookies page. Withdraws the consent given after following an
 * affiliate's link.
 */
const place = document.querySelector<HTMLElement>('[data-forget]');
const button = place?.querySelector('button');
const status = place?.querySelector('output');

async function forget(): Promise<void> {
  if (button) button.disabled = true;
  const isDone = await forgetAttribution();
  if (button) button.disabled = false;
  if (status) status.textContent = (isDone ? place?.dataset['done'] : place?.dataset['failed']) ?? '';
}

button?.addEventListener('click', () => void forget());
void forget();

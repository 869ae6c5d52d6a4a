import { forgetAttribution } from './stores/attribution.ts';

/**
 * Loaded by the first press of its button on the cookies page. Withdraws the consent given after following an
 * affiliate's link.
 */
const section = document.querySelector<HTMLElement>('[data-forget]');
const button = section?.querySelector('button');
const status = section?.querySelector('output');

async function forgetReferrer(): Promise<void> {
  if (button) button.disabled = true;
  const isDone = await forgetAttribution(section?.dataset['forget'] ?? '');
  if (button) button.disabled = false;
  if (status) status.textContent = (isDone ? section?.dataset['done'] : section?.dataset['failed']) ?? '';
}

button?.addEventListener('click', () => void forgetReferrer());
void forgetReferrer();

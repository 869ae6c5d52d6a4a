import { forgetAttribution } from '../../stores/browser-session.ts';

/** Runs on the page about cookies: withdraws the consent to be remembered after an affiliate's link. */
const place = document.querySelector<HTMLElement>('[data-forget]');
const button = place?.querySelector('button');
const status = place?.querySelector('output');

button?.addEventListener('click', async () => {
  button.disabled = true;
  const isDone = await forgetAttribution();
  button.disabled = false;
  if (status) status.textContent = (isDone ? place?.dataset['done'] : place?.dataset['failed']) ?? '';
});
if (button) button.disabled = false;

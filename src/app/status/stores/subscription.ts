import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { notify } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { fetchOwnOutages, subscribeStatus } from '#shared/status/contract.ts';

export type OwnOutage = DataOf<typeof fetchOwnOutages>['accounts'][number];

/** How outages affected the person's accounts; empty for visitors. */
export const $ownOutages = atom<readonly OwnOutage[]>([]);

export async function loadOwnOutages(): Promise<void> {
  const result = await send(fetchOwnOutages, {});
  if (result.ok) $ownOutages.set(result.data.accounts);
}

export function createStatusForm() {
  const form = createForm({
    contract: subscribeStatus,
    initial: { email: '', captcha: '' },
    onSuccess: ({ message }) => {
      form.reset();
      notify('success', { text: message });
    },
  });
  return form;
}

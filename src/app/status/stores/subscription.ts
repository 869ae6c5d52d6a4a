import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify } from '#app/shell/stores/toasts.ts';
import { fetchOwnOutages, subscribeStatus } from '#shared/status/contract.ts';

/** How outages affected the person's accounts; empty for visitors. */
export const $ownOutages = createResource(() => send(fetchOwnOutages, {}));

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

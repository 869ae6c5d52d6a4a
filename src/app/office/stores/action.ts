import { createForm } from '#app/shell/stores/form.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { notify } from '#app/shell/stores/toasts.ts';
import type { BodyOf, Call, DataOf } from '#shared/core/call.ts';

/**
 * A staff action: keeps what was typed, and asks for the password if the server requires reauthentication.
 * @param onConflict is called if a colleague may have been faster, so that what is on screen is out of date
 */
export function createAction<C extends Call>(
  contract: C,
  initial: BodyOf<C>,
  onDone: (data: DataOf<C>) => void,
  onConflict: () => void,
) {
  return createForm({
    contract,
    initial,
    sendBy: sendConfirmed,
    onSuccess: ({ data }) => {
      const isPending = typeof data === 'object' && data !== null && 'isPending' in data && data.isPending === true;
      notify('success', { key: isPending ? 'saved_pending' : 'saved' });
      onDone(data as DataOf<C>);
    },
    onFailure: ({ failure }) => {
      if (failure.kind === 'status' && failure.status === 409) onConflict();
      return false;
    },
  });
}

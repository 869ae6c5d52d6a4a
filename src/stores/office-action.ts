import type { BodyOf, Call, DataOf } from '../contract/call.ts';
import { createForm } from './form.ts';
import { sendConfirmed } from './reauthentication.ts';
import { notify } from './toasts.ts';

/** A staff action: keeps what was typed, and asks for the password if the server requires reauthentication. */
export function createAction<C extends Call>(contract: C, initial: BodyOf<C>, onDone: (data: DataOf<C>) => void) {
  return createForm({
    contract,
    initial,
    sendBy: sendConfirmed,
    onSuccess: ({ data }) => {
      notify('success', { key: 'saved' });
      onDone(data as DataOf<C>);
    },
  });
}

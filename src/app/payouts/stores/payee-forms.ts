import { atom } from 'nanostores';
import type { Loadable } from '#app/billing/stores/billing.ts';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { agreementPdf, fetchAgreement, signAgreement, signTaxForm } from '#shared/payouts/contract-payee-forms.ts';
import { loadPayee } from './payee.ts';

/** The tax form. Whether it is a W-9 or W-8BEN follows from the profile’s country and the first checkbox. */
export function createTaxForm(values: { name: string; country: string }) {
  const form = createForm({
    contract: signTaxForm,
    initial: {
      ...{ us_person: 0, name: values.name, street: '', city: '', post_code: '', state: '' },
      ...{ country: values.country, citizenship: values.country, date_of_birth: '' },
      ...{ tin: '', tin_type: 'ssn', no_tin: 0, signature: '', certify: 0 },
    },
    onSuccess: async (): Promise<void> => {
      form.reset();
      notify('success', { key: 'saved' });
      await loadPayee();
    },
  });
  return form;
}

export type AgreementText = DataOf<typeof fetchAgreement>;

export const $agreement = atom<Loadable<AgreementText>>({ status: 'loading' });

export async function loadAgreement(): Promise<void> {
  const result = await send(fetchAgreement, {});
  $agreement.set(result.ok ? { status: 'ready', value: result.data } : { status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

const conflict = 409;

/** Signs the text on screen; if it has changed in the meantime, loads the new one. */
export function createAgreementForm(sha256: string) {
  return createForm({
    contract: signAgreement,
    initial: { sha256, signature: '', accept: 0 },
    onSuccess: async (): Promise<void> => {
      notify('success', { key: 'saved' });
      await loadPayee();
    },
    onFailure: ({ failure }) => {
      if (failure.kind === 'status' && failure.status === conflict) void loadAgreement();
      return false;
    },
  });
}

export async function downloadAgreement(): Promise<void> {
  const file = await fetchFile(agreementPdf, {});
  if (file.ok) saveFile('agreement.pdf', file.content);
  else notifyFailure(file.failure);
}

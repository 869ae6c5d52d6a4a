import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import {
  agreementPdf,
  fetchAgreement,
  signAgreement,
  signTaxForm,
  taxFormPdf,
} from '#shared/payouts/contract-payee-forms.ts';
import { $payee } from './payee.ts';

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
      await $payee.load();
    },
  });
  return form;
}

export type AgreementText = DataOf<typeof fetchAgreement>;

export const $agreement = createResource(() => send(fetchAgreement, {}));

const conflict = 409;

/** Signs the text on screen; if it has changed in the meantime, loads the new one. */
export function createAgreementForm(sha256: string) {
  return createForm({
    contract: signAgreement,
    initial: { sha256, signature: '', accept: 0 },
    onSuccess: async (): Promise<void> => {
      notify('success', { key: 'saved' });
      await $payee.load();
    },
    onFailure: ({ failure }) => {
      if (failure.kind === 'status' && failure.status === conflict) void $agreement.load();
      return false;
    },
  });
}

export function downloadTaxForm(): Promise<void> {
  return download('tax-form.pdf', taxFormPdf, {});
}

export function downloadAgreement(): Promise<void> {
  return download('agreement.pdf', agreementPdf, {});
}

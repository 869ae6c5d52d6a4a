import { fileHeaders } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import {
  agreementPdf,
  fetchAgreement,
  signAgreement,
  signTaxForm,
  taxFormPdf,
} from '#shared/payouts/contract-payee-forms.ts';
import { getAgreementText, splitAgreement } from './payees/agreement-text.ts';
import { renderAgreement } from './payees/render-agreement.ts';
import { renderTaxForm } from './payees/render-tax-form.ts';
import { signAgreement as signOwnAgreement } from './payees/sign-agreement.ts';
import { signTaxForm as signOwnTaxForm } from './payees/sign-tax-form.ts';

export const payeeFormsRoutes: Routes = ({ mount }) => {
  mount(signTaxForm, ({ deps, actor, body, requestContext }) => signOwnTaxForm(deps, actor, body, requestContext));

  mount(taxFormPdf, async ({ deps, actor, requestContext }) => {
    const pdf = await renderTaxForm(deps, actor.personId, requestContext.locale);
    return new Response(new Uint8Array(pdf), { headers: fileHeaders('application/pdf', 'tax-form.pdf') });
  });

  mount(fetchAgreement, async ({ deps, requestContext }) => {
    const { title, version, sha256, body } = getAgreementText(requestContext.locale, deps.clock());
    return { title, version, sha256, blocks: splitAgreement(body) };
  });

  mount(signAgreement, ({ deps, actor, body, requestContext }) => signOwnAgreement(deps, actor, body, requestContext));

  mount(agreementPdf, async ({ deps, actor }) => {
    const pdf = await renderAgreement(deps, actor.personId);
    return new Response(new Uint8Array(pdf), { headers: fileHeaders('application/pdf', 'agreement.pdf') });
  });
};

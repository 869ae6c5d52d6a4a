import { agreementPdf, fetchAgreement, signAgreement, signTaxForm } from '../../contract/payee-forms.ts';
import type { Routes } from '../http/context.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '../http/mount.ts';
import { getAgreementText, splitAgreement } from '../services/payee/agreement-text.ts';
import { renderAgreement } from '../services/payee/render-agreement.ts';
import { signAgreement as signOwnAgreement } from '../services/payee/sign-agreement.ts';
import { signTaxForm as signOwnTaxForm } from '../services/payee/sign-tax-form.ts';

export const payeeFormRoutes: Routes = (app) => {
  mountPrivate(
    app,
    signTaxForm,
    async ({ deps, actor, body, requestContext }) => ({
      data: await signOwnTaxForm(deps, actor, body, requestContext),
    }),
    { limit: 'write' },
  );

  mountPrivate(
    app,
    fetchAgreement,
    async ({ requestContext }) => {
      const { title, version, sha256, body } = getAgreementText(requestContext.locale);
      return { data: { title, version, sha256, blocks: splitAgreement(body) } };
    },
    { limit: 'read' },
  );

  mountPrivate(
    app,
    signAgreement,
    async ({ deps, actor, body, requestContext }) => ({
      data: await signOwnAgreement(deps, actor, body, requestContext),
    }),
    { limit: 'write' },
  );

  mountPrivateRaw(
    app,
    agreementPdf,
    async ({ deps, actor }) => {
      const pdf = await renderAgreement(deps, actor.personId);
      return new Response(new Uint8Array(pdf), { headers: fileHeaders('application/pdf', 'agreement.pdf') });
    },
    { limit: 'read' },
  );
};

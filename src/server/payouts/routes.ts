import { fullName, latinNameOf } from '#lib/person-name.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { publicFileHeaders, sendCsv, sendDownload, sendPdf } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { getTranslate } from '#server/core/translations.ts';
import { getPerson } from '#server/people/find-person.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import * as calls from '#shared/payouts/contract.ts';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import * as statements from '#shared/payouts/contract-annual-statements.ts';
import * as forms from '#shared/payouts/contract-payee-forms.ts';
import * as payees from '#shared/payouts/contract-payees.ts';
import * as statistics from '#shared/payouts/contract-statistics.ts';
import { confirmAccess } from './access/confirm.ts';
import { requestAccess } from './access/request.ts';
import { readAnnualStatement, readAnnualStatements } from './annual-statement/read.ts';
import { writeAnnualStatement } from './annual-statement/write-csv.ts';
import { listPayouts, readPayout } from './list.ts';
import { addDestination } from './payees/add-destination.ts';
import { getAgreementText, splitAgreement } from './payees/agreement-text.ts';
import { getPayee } from './payees/get-payee.ts';
import { getOwnDocument } from './payees/read-document.ts';
import { receiveIdentityEvent } from './payees/receive-identity-event.ts';
import { removeDestination } from './payees/remove-destination.ts';
import { renderAgreement } from './payees/render-agreement.ts';
import { renderTaxForm } from './payees/render-tax-form.ts';
import { signAgreement } from './payees/sign-agreement.ts';
import { signTaxForm } from './payees/sign-tax-form.ts';
import { startIdentityCheck } from './payees/start-identity-check.ts';
import { submitIdentityCheck } from './payees/submit-identity-check.ts';
import { uploadDocument } from './payees/upload-document.ts';
import { listPayoutAccounts } from './request/list-accounts.ts';
import { requestPayout } from './request/open.ts';
import { quoteRequest } from './request/quote.ts';
import { resendPayout } from './request/resend.ts';
import { closePayout } from './stages/close.ts';
import { readChain, readStatistics } from './statistics/read-statistics.ts';

const statisticsCacheSeconds = 300;

export const payoutsRoutes: Routes = ({ mount, app, deps }) => {
  mount(calls.payoutAccounts, ({ actor }) => listPayoutAccounts(deps, actor.personId));
  mount(calls.payoutQuoteCall, ({ actor, query }) => quoteRequest(deps, actor.personId, query));
  mount(calls.requestPayout, ({ actor, body, idempotencyKey }) => requestPayout(deps, actor, body, idempotencyKey));
  mount(calls.resendPayout, ({ actor, body, idempotencyKey }) => resendPayout(deps, actor, body, idempotencyKey));
  mount(calls.fetchPayouts, ({ actor, query }) => listPayouts(deps, actor.personId, query));
  mount(calls.fetchPayout, ({ actor, query }) => readPayout(deps, actor.personId, query.payoutId));
  for (const platform of platforms) {
    mount(calls.closePayoutCalls[platform], ({ actor, body }) => closePayout(deps, actor, body.payoutId, platform));
  }
  mount(requestPayoutAccess, ({ body, requestContext }) => requestAccess(deps, body.email, requestContext));
  mount(confirmPayoutAccess, ({ body, requestContext }) => confirmAccess(deps, body, requestContext));

  app.post('/api/webhooks/identity', async (c) => {
    // The signature covers the raw bytes, so nothing may parse them first.
    await receiveIdentityEvent(deps, c.req.raw.headers, await c.req.text());
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });
  mount(payees.fetchPayee, ({ actor }) => getPayee(deps, actor.personId));
  mount(payees.addDestination, ({ actor, body }) => addDestination(deps, actor, body));
  mount(payees.removeDestination, ({ actor, body }) => removeDestination(deps, actor, body.destinationId));
  mount(payees.startIdentityCheck, ({ actor }) => startIdentityCheck(deps, actor));
  mount(payees.startCheckWithoutFace, async ({ actor }) => {
    await startIdentityCheck(deps, actor, 'documents');
  });
  mount(payees.uploadDocument, ({ actor, body }) => uploadDocument(deps, actor, body));
  mount(payees.submitIdentityCheck, ({ actor }) => submitIdentityCheck(deps, actor));
  mount(payees.ownDocument, async ({ actor, params }) =>
    sendDownload(await getOwnDocument(deps, actor, params.documentId)),
  );

  mount(forms.signTaxForm, ({ actor, body, requestContext }) => signTaxForm(deps, actor, body, requestContext));
  mount(forms.taxFormPdf, async ({ actor, requestContext }) =>
    sendPdf('tax-form', await renderTaxForm(deps, actor.personId, requestContext.locale)),
  );
  mount(forms.fetchAgreement, ({ requestContext }) => {
    const { title, version, sha256, body } = getAgreementText(requestContext.locale, deps.clock());
    return { title, version, sha256, blocks: splitAgreement(body) };
  });
  mount(forms.signAgreement, ({ actor, body, requestContext }) => signAgreement(deps, actor, body, requestContext));
  mount(forms.agreementPdf, async ({ actor }) => sendPdf('agreement', await renderAgreement(deps, actor.personId)));

  mount(statements.fetchAnnualStatements, async ({ actor }) => {
    const years = await readAnnualStatements(deps, actor.personId);
    return { years: years.map(({ year, lines, totals }) => ({ year, lines: lines.length, totals })) };
  });
  mount(statements.annualStatementCsv, async ({ actor, query: { year }, requestContext }) => {
    const statement = await readAnnualStatement(deps, actor.personId, Number(year));
    const t = getTranslate('annual-statement', requestContext.locale);
    const texts = { note: t('note_simulated'), sample: t('sample') };
    return sendCsv(`annual-statement-${year}`, writeAnnualStatement(statement, texts));
  });
  mount(statements.annualStatementPdf, async ({ actor, query: { year }, requestContext: { locale } }) => {
    const statement = await readAnnualStatement(deps, actor.personId, Number(year));
    const row = await getPerson(deps.db, actor.personId);
    const person = { name: fullName(row), latin: latinNameOf(row) };
    const head = { brand: deps.catalog.site.name, person, at: deps.clock(), locale };
    return sendPdf(`annual-statement-${year}`, await draw('annualStatement', statement, head));
  });

  mount(statistics.payoutStatistics, () => readStatistics(deps));
  mount(statistics.payoutStatisticsChain, async ({ context }) => {
    const headers = publicFileHeaders('application/json', 'payout-statistics.json', statisticsCacheSeconds);
    return context.body(await readChain(deps), 200, headers);
  });
};

import { answer } from '#server/core/answer.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { fileHeaders, sendCsv } from '#server/core/http/file-headers.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { listAffiliatePayouts } from '#server/payouts/request/list-affiliate-payouts.ts';
import { requestAffiliatePayout } from '#server/payouts/request/request-affiliate-payout.ts';
import { closeAffiliatePayout } from '#server/payouts/stages/close.ts';
import * as calls from '#shared/affiliates/contract.ts';
import * as creativeCalls from '#shared/affiliates/contract-creatives.ts';
import * as payoutCalls from '#shared/affiliates/contract-payouts.ts';
import { acceptAffiliateAgreement } from './accept-agreement.ts';
import { applyAsAffiliate } from './apply.ts';
import { changeAffiliateCoupon } from './change-coupon.ts';
import { countClick } from './count-click.ts';
import { type Applicant, decideByLink, findApplicant } from './decide.ts';
import { detachClicks } from './detach-clicks.ts';
import { listCreatives } from './list-creatives.ts';
import { readAffiliateDashboard } from './read-dashboard.ts';
import { renderCreative } from './render-creative.ts';
import { writeCommissionsCsv } from './write-csv.ts';
import { writeStatementCsv } from './write-statement.ts';

const states = {
  pending: 'affiliate_pending',
  approved: 'affiliate_approved',
  declined: 'affiliate_declined',
} as const;

function showApplication(c: AppContext, applicant: Applicant | undefined) {
  if (!applicant) return sendMessage(c, { title: 'dead_title', text: 'dead_decide_text', status: 404 });
  const { code, channel, audience, status } = applicant;
  return sendMessage(c, {
    title: 'affiliate_title',
    text: states[status],
    quote: [`?ref=${code}`, channel, audience],
    buttons:
      status === 'pending'
        ? [
            { label: 'affiliate_approve', name: 'status', value: 'approved' },
            { label: 'affiliate_decline', name: 'status', value: 'declined' },
          ]
        : [],
  });
}

export const affiliatesRoutes: Routes = ({ mount, app, deps }) => {
  mount(calls.countLink, async ({ body, requestContext }) => {
    await countClick(deps, body, requestContext);
  });

  mount(calls.forgetLink, async ({ body }) => {
    await detachClicks(deps, body.browserSessionId);
  });

  mount(calls.affiliateData, ({ actor }) => readAffiliateDashboard(deps, actor));

  mount(calls.affiliateSignup, async ({ actor, body }) => {
    await applyAsAffiliate(deps, actor, body);
    return answer({ message: 'affiliate_applied' });
  });

  mount(calls.acceptAffiliateAgreement, async ({ actor, body }) => {
    await acceptAffiliateAgreement(deps, actor, body.version);
    return answer({ message: 'affiliate_agreement_accepted' });
  });

  mount(calls.updateAffiliateCoupon, async ({ actor, body }) => {
    await changeAffiliateCoupon(deps, actor, body.coupon);
    return { coupon: body.coupon };
  });

  mount(payoutCalls.fetchAffiliatePayouts, ({ actor, query }) => listAffiliatePayouts(deps, actor.personId, query));

  mount(payoutCalls.requestAffiliatePayout, ({ actor, body, idempotencyKey }) =>
    requestAffiliatePayout(deps, actor, body, idempotencyKey),
  );

  mount(payoutCalls.closeAffiliatePayout, ({ actor, body }) => closeAffiliatePayout(deps, actor, body.payoutId));

  mount(creativeCalls.fetchCreatives, ({ actor, requestContext }) =>
    listCreatives(deps, actor.personId, requestContext.locale),
  );

  mount(creativeCalls.creativePicture, async ({ actor, query, context }) => {
    const picture = await renderCreative(deps, actor.personId, query.name, query.language);
    return context.body(new Uint8Array(picture), 200, fileHeaders('image/png', `${query.name}.png`));
  });

  mount(calls.commissionsFile, async ({ actor, context }) =>
    sendCsv(context, 'commissions', await writeCommissionsCsv(deps, actor.personId)),
  );

  mount(payoutCalls.affiliateStatement, async ({ actor, context }) =>
    sendCsv(context, 'statement', await writeStatementCsv(deps, actor.personId)),
  );

  app.get('/api/affiliation/decide', async (c) => showApplication(c, await findApplicant(deps, readLink(c))));
  app.post('/api/affiliation/decide', async (c) => {
    const form = await readForm(c);
    const given = readLink(c);
    if (form.status === 'approved' || form.status === 'declined') await decideByLink(deps, given, form.status);
    return showApplication(c, await findApplicant(deps, given));
  });
};

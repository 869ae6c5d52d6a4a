import type { Actor } from '#server/core/deps.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { sendCsv, sendFile } from '#server/core/http/file-headers.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { readForm } from '#server/core/http/read-input.ts';
import * as endpoint from '#server/messages/webhooks/edit.ts';
import { listMessages } from '#server/messages/webhooks/list.ts';
import type { Outbox } from '#server/messages/webhooks/outbox.ts';
import { listAffiliatePayouts } from '#server/payouts/request/list-affiliate-payouts.ts';
import { requestAffiliatePayout } from '#server/payouts/request/request-affiliate-payout.ts';
import { closeAffiliatePayout } from '#server/payouts/stages/close.ts';
import * as calls from '#shared/affiliates/contract.ts';
import * as creatives from '#shared/affiliates/contract-creatives.ts';
import * as office from '#shared/affiliates/contract-office.ts';
import * as payouts from '#shared/affiliates/contract-payouts.ts';
import * as postbacks from '#shared/affiliates/contract-postbacks.ts';
import { acceptAffiliateAgreement } from './accept-agreement.ts';
import { applyAsAffiliate } from './apply.ts';
import { getAffiliate, lockAffiliate } from './approved.ts';
import { changeAffiliateCoupon } from './change-coupon.ts';
import { countClick } from './count-click.ts';
import { type Applicant, decideApplication, decideByLink, findApplicant } from './decide.ts';
import { decideCommission } from './decide-commission.ts';
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

const outboxOf = ({ personId }: Actor): Outbox => ({
  ...{ audience: 'affiliate', personId },
  lock: (trx) => lockAffiliate(trx, personId),
});

export const affiliatesRoutes: Routes = ({ mount, app, deps }) => {
  mount(calls.countLink, ({ body, requestContext }) => countClick(deps, body, requestContext));
  mount(calls.forgetLink, ({ body }) => detachClicks(deps, body.browserSessionId));
  mount(calls.affiliateData, ({ actor }) => readAffiliateDashboard(deps, actor));

  mount(calls.affiliateSignup, ({ actor, body }) => applyAsAffiliate(deps, actor, body), {
    message: 'affiliate_applied',
  });
  mount(calls.acceptAffiliateAgreement, ({ actor, body }) => acceptAffiliateAgreement(deps, actor, body.version), {
    message: 'affiliate_agreement_accepted',
  });

  mount(calls.updateAffiliateCoupon, async ({ actor, body }) => {
    await changeAffiliateCoupon(deps, actor, body.coupon);
    return { coupon: body.coupon };
  });

  mount(payouts.fetchAffiliatePayouts, ({ actor, query }) => listAffiliatePayouts(deps, actor.personId, query));
  mount(payouts.requestAffiliatePayout, ({ actor, body, idempotencyKey }) =>
    requestAffiliatePayout(deps, actor, body, idempotencyKey),
  );
  mount(payouts.closeAffiliatePayout, ({ actor, body }) => closeAffiliatePayout(deps, actor, body.payoutId));

  mount(creatives.fetchCreatives, ({ actor, requestContext }) =>
    listCreatives(deps, actor.personId, requestContext.locale),
  );

  mount(creatives.creativePicture, async ({ actor, query: { name, language } }) =>
    sendFile('image/png', `${name}.png`, await renderCreative(deps, actor.personId, name, language)),
  );

  mount(calls.commissionsFile, async ({ actor }) =>
    sendCsv('commissions', await writeCommissionsCsv(deps, actor.personId)),
  );

  mount(payouts.affiliateStatement, async ({ actor }) =>
    sendCsv('statement', await writeStatementCsv(deps, actor.personId)),
  );

  mount(postbacks.fetchPostbacks, async ({ actor }) => {
    await getAffiliate(deps.db, actor.personId);
    return listMessages(deps, outboxOf(actor));
  });
  mount(postbacks.savePostbackUrl, ({ actor, body }) => endpoint.saveEndpoint(deps, outboxOf(actor), body.url));
  mount(postbacks.rotatePostbackSecret, ({ actor }) => endpoint.rotateSecret(deps, outboxOf(actor)));
  mount(postbacks.removePostbackUrl, ({ actor }) => endpoint.removeEndpoint(deps, outboxOf(actor)));
  mount(postbacks.testPostback, ({ actor }) => endpoint.sendTest(deps, outboxOf(actor)));

  mount(office.decideApplication, ({ actor, body }) => decideApplication(deps, actor, body));
  mount(office.decideCommission, ({ actor, body }) => decideCommission(deps, actor, body));

  app.get('/api/affiliation/decide', async (c) => showApplication(c, await findApplicant(deps, readLink(c))));
  app.post('/api/affiliation/decide', async (c) => {
    const form = await readForm(c);
    const given = readLink(c);
    if (form.status === 'approved' || form.status === 'declined') await decideByLink(deps, given, form.status);
    return showApplication(c, await findApplicant(deps, given));
  });
};

import { html } from 'hono/html';
import { ServiceError } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { answerDemoPage } from '#server/core/http/plain-page.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { type IdentityDecision, identityDecisions } from '#shared/payouts/payees/identity-check.ts';
import { decideIdentityCheck } from './payees/decide-identity-check.ts';
import { listWaitingChecks } from './payees/list-waiting-checks.ts';

const labels: Readonly<Record<IdentityDecision, string>> = {
  approved: 'Approve',
  declined: 'Decline',
  retry: 'Ask to repeat',
};

type WaitingCheck = Awaited<ReturnType<typeof listWaitingChecks>>[number];

function renderCheck({ id, firstName, lastName, email, documents }: WaitingCheck) {
  return html`<section class="entry">
<h3>${firstName} ${lastName}</h3>
<p class="muted">${email}: ${documents}</p>
<form method="post"><input type="hidden" name="check" value="${id}">
<label>First name on the document<input name="first_name" value="${firstName}"></label>
<label>Last name on the document<input name="last_name" value="${lastName}"></label>
${identityDecisions.map((decision) => html`<button name="decision" value="${decision}">${labels[decision]}</button>`)}
</form>
</section>`;
}

/** Decides identity checks as a provider would. The page decides for everyone, so it exists only in the demo. */
export const identityCheckDemoRoutes: Routes = ({ app, deps }) => {
  if (!deps.env.demo || deps.env.production || deps.identity.provider !== 'documents') return;

  app.get('/dev/identity', async (c) => {
    const checks = await listWaitingChecks(deps);
    const list = checks.length === 0 ? html`<p>No check is waiting.</p>` : html`${checks.map(renderCheck)}`;
    return answerDemoPage(c, 'identity', 'Decide as a provider would.', list);
  });

  app.post('/dev/identity', async (c) => {
    const form = await readForm(c);
    const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
    const decision = identityDecisions.find((each) => each === form.decision);
    if (!decision || text('check') === '') return c.text('check and decision are required', 400);
    try {
      await decideIdentityCheck(deps, 'provider:demo', {
        checkId: text('check'),
        decision,
        first_name: text('first_name'),
        last_name: text('last_name'),
        ...(decision === 'approved' ? {} : { reason: 'document-unreadable' }),
      });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return c.text(`Not possible: ${error.code}`, error.status === 404 ? 404 : 409);
    }
    return c.redirect('/dev/identity', 303);
  });
};

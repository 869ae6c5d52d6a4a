import { html } from 'hono/html';
import { defaultLocale } from '#i18n/locales.ts';
import { ServiceError } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { answerDemoPage, plainPage, plainPageHeaders } from '#server/core/http/plain-page.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { getTranslate, hasString } from '#server/core/translations.ts';
import type { ForcedOutcome } from '#shared/accounts/simulated-trader/force-outcome.ts';
import { forceAccountOutcome } from './simulator/force-outcome.ts';
import { listSimulated } from './simulator/list-simulated.ts';

const labels: Readonly<Record<ForcedOutcome, string>> = {
  passed: 'Pass',
  breached: 'Breach',
  locked: 'Lock for today',
};

/** About a month and its retries; a day takes about a second. */
const maxForwardDays = 40;

type Listed = Awaited<ReturnType<typeof listSimulated>>[number];

function renderAccount({ platformAccountId, name, email, status, outcomes }: Listed) {
  return html`<section class="entry">
<h3>${platformAccountId}: ${name}, ${status}</h3>
<p class="muted">${email}</p>
<form method="post"><input type="hidden" name="account" value="${platformAccountId}">
${outcomes.map((outcome) => html`<button name="outcome" value="${outcome}">${labels[outcome]}</button>`)}
</form>
</section>`;
}

/** Its days bring renewals, releases, waiting periods and deadlines; a browser's countdowns stay with its own clock. */
function renderClock(now: Date) {
  return html`<section class="entry"><h2>Time</h2>
<p>It is <time datetime="${now.toISOString()}">${now.toISOString().replace('T', ' ').slice(0, 16)}</time> UTC here. Each day that passes brings what it would: renewals, releases, reminders, deadlines. There is no way back.</p>
<form method="post"><label>Days<input type="number" name="days" min="1" max="${maxForwardDays}" value="1" required></label><button>Go forward</button></form>
</section>`;
}

function isOutcome(text: unknown): text is ForcedOutcome {
  return typeof text === 'string' && Object.hasOwn(labels, text);
}

/** The simulated platform's page. It controls everyone's accounts, so it exists only in the demo. */
export const simulatorRoutes: Routes = ({ app, deps }) => {
  if (!deps.env.demo || deps.env.production || !deps.platform.isSimulated) return;

  app.get('/dev/platform', async (c) => {
    const email = c.req.query('email')?.trim() ?? '';
    const accounts = await listSimulated(deps, email);
    return answerDemoPage(
      c,
      'platform',
      'Choose an outcome for an account and watch it in My Account. A pass adds trading days before the account’s first day.',
      html`${deps.demoClock === null ? '' : renderClock(deps.clock())}
<form method="get"><label>Address<input type="email" name="email" value="${email}" autocomplete="off"></label><button>Show</button></form>
${accounts.length === 0 ? html`<p>No trading accounts${email ? ` for ${email}` : ''}.</p>` : accounts.map(renderAccount)}`,
    );
  });

  app.post('/dev/platform', async (c) => {
    const form = await readForm(c);
    const { account, outcome, days } = form;
    if (days !== undefined) {
      const count = Number(days);
      if (deps.demoClock === null)
        return c.text('the time moves only in a demo without services of other companies', 409);
      if (!Number.isInteger(count) || count < 1 || count > maxForwardDays)
        return c.text(`days must be a whole number from 1 to ${maxForwardDays}`, 400);
      await deps.demoClock.forward(count);
      return c.redirect('/dev/platform', 303);
    }
    if (typeof account !== 'string' || !isOutcome(outcome)) return c.text('account and outcome are required', 400);
    const failure = await forceAccountOutcome(deps, account, outcome).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ServiceError) return error;
        throw error;
      },
    );
    if (failure !== null) {
      const code = hasString('errors', failure.code) ? failure.code : 'unexpected';
      const message = getTranslate('errors', defaultLocale)(code);
      const back = html`<h1>Not possible</h1><p>${message}</p><p><a href="/dev/platform">Back</a></p>`;
      return c.html(plainPage('Not possible', back), failure.status === 404 ? 404 : 409, plainPageHeaders);
    }
    return c.redirect('/dev/platform', 303);
  });
};

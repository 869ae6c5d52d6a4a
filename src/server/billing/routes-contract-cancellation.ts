import { html } from 'hono/html';
import { toLocale } from '#i18n/locales.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { withLabel } from '#lib/with-label.ts';
import { pathTo } from '#routes.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { AppContext, Routes } from '#server/core/http/context.ts';
import { sendMessage } from '#server/core/http/email-link-page.ts';
import { readLink } from '#server/core/http/link-query.ts';
import { plainPage, plainPageHeaders } from '#server/core/http/plain-page.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { getTranslate } from '#server/core/translations.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import {
  type Confirmation,
  confirmContractCancellation,
  findCancellationConfirmation,
} from './contract-cancellation/confirm.ts';
import { declareContractCancellation } from './contract-cancellation/declare.ts';
import {
  type CancellationState,
  confirmSubscriptionCancellation,
  findSubscriptionCancellation,
} from './subscription-cancellation/confirm.ts';
import { declareSubscriptionCancellation } from './subscription-cancellation/declare.ts';

function sendConfirmationPage(c: AppContext, state: Confirmation) {
  if (state === 'open') {
    const buttons = [{ label: 'cancellation_button' }] as const;
    return sendMessage(c, { title: 'cancellation_title', text: 'cancellation_text', buttons });
  }
  if (state === 'confirmed')
    return sendMessage(c, { title: 'cancellation_done_title', text: 'cancellation_done_text' });
  return sendMessage(c, { title: 'dead_title', text: 'cancellation_dead_text', status: 404 });
}

function sendCancellationPage(c: AppContext, state: CancellationState) {
  if (state === 'open') {
    const buttons = [{ label: 'subscription_button' }] as const;
    return sendMessage(c, { title: 'subscription_title', text: 'subscription_text', buttons });
  }
  if (state === 'confirmed')
    return sendMessage(c, { title: 'subscription_done_title', text: 'subscription_done_text' });
  return sendMessage(c, { title: 'dead_title', text: 'cancellation_dead_text', status: 404 });
}

/** The two statements that can be made without signing in, and what receives them. */
const kinds = {
  withdrawal: declareContractCancellation,
  cancellation: declareSubscriptionCancellation,
} as const;

const fields = ['name', 'email', 'order'] as const;

/**
 * Both statements as plain forms, for browsers without JavaScript: the statement, then its confirmation, as the law
 * requires. They need no sign-in.
 */
export const contractCancellationRoutes: Routes = (app, deps) => {
  app.get('/api/contract/withdraw-confirm', async (c) =>
    sendConfirmationPage(c, await findCancellationConfirmation(deps, readLink(c))),
  );
  app.post('/api/contract/withdraw-confirm', async (c) =>
    sendConfirmationPage(c, await confirmContractCancellation(deps, readLink(c))),
  );

  app.get('/api/contract/cancel-confirm', async (c) =>
    sendCancellationPage(c, await findSubscriptionCancellation(deps, readLink(c))),
  );
  app.post('/api/contract/cancel-confirm', async (c) =>
    sendCancellationPage(c, await confirmSubscriptionCancellation(deps, readLink(c))),
  );
  app.post('/api/contract/withdraw-form', (c) => showForm(c, 'withdrawal'));
  app.post('/api/contract/cancel-form', (c) => showForm(c, 'cancellation'));

  async function showForm(c: AppContext, kind: keyof typeof kinds) {
    await deps.limits.take('form-from', c.get('requestContext').ip);
    const posted = await readForm(c);
    const text = (name: string) => (typeof posted[name] === 'string' ? posted[name] : '');
    const locale = toLocale(text('locale'));
    const t = getTranslate('billing', locale);
    const say = getTranslate('validation', locale);
    const show = (title: string, content: ReturnType<typeof html>, status: 200 | 422 = 200) => {
      const { name: brand } = deps.catalog.site;
      const home = html`<p><a href="${pathTo('home', {}, locale)}">${brand}</a></p>`;
      return c.html(
        plainPage(`${title} · ${brand}`, html`${home}<h1>${title}</h1>${content}`, locale),
        status,
        plainPageHeaders,
      );
    };
    const kept = fields.map((name) => html`<input type="hidden" name="${name}" value="${text(name)}" />`);
    const language = html`<input type="hidden" name="locale" value="${locale}" />`;
    const statement = cancelContract.body.safeParse(Object.fromEntries(fields.map((name) => [name, text(name)])));

    if (!statement.success || text('step') === 'change') {
      const problems = new Map(statement.error?.issues.map(({ path, message }) => [String(path[0]), message]));
      const inputs = fields.map((name) => {
        const problem = problems.get(name);
        return html`<label>${t(`withdrawal_${name}`)}
          <input name="${name}" value="${text(name)}" ${problem === undefined ? '' : html`aria-invalid="true"`} />
          ${problem === undefined ? '' : html`<span role="alert">${say(problem === 'email' ? 'email' : problem === 'plain_line' ? 'plain_line' : 'required')}</span>`}
        </label>`;
      });
      const form = html`<form method="post">${language}${inputs}<button>${t(`${kind}_here`)}</button></form>`;
      return show(t(`${kind}_title`), form, statement.success ? 200 : 422);
    }
    if (text('step') !== 'confirm') {
      const { name, order, email } = statement.data;
      return show(
        t(`${kind}_title`),
        html`<p class="entry">${t(`${kind}_statement`, { name, order })}</p>
          <p class="muted">${withLabel(t('withdrawal_email'), email, locale)}</p>
          <form method="post">${language}${kept}
            <button name="step" value="confirm">${t(`${kind}_confirm`)}</button>
            <button name="step" value="change">${t('withdrawal_change')}</button>
          </form>`,
      );
    }
    const requestContext = { ...c.get('requestContext'), locale };
    const declared = await kinds[kind](deps, requestContext, null, statement.data).catch((error: unknown) => {
      // Past the threshold a declaration needs the captcha, which needs JavaScript.
      if (error instanceof ServiceError && error.fields?.['captcha']) return null;
      throw error;
    });
    if (declared === null) {
      const { supportEmail: support } = deps.catalog.site;
      return show(t(`${kind}_title`), html`<p role="alert">${t('withdrawal_busy', { support })}</p>`, 422);
    }
    const { receivedAt, reference } = declared;
    const { name, order, email } = statement.data;
    const moment = formatDateTime(receivedAt, locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    return show(
      t('withdrawal_done'),
      html`<p>${t('withdrawal_done_text', { moment: `${moment} UTC`, reference })}</p>
        <p class="entry">${t(`${kind}_statement`, { name, order })}</p>
        <p>${t(`${kind}_done_email`, { email })}</p>`,
    );
  }
};

import { html } from 'hono/html';
import { type Locale, toLocale } from '#i18n/locales.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { withLabel } from '#lib/with-label.ts';
import { pathTo } from '#routes.ts';
import { type Deps, type RequestContext, ServiceError } from '#server/core/deps.ts';
import type { AppContext } from '#server/core/http/context.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { plainPage, plainPageHeaders } from '#server/core/http/plain-page.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { getTranslate, type ServerTranslate } from '#server/core/translations.ts';
import { cancellationKinds, writeStatement } from '#shared/billing/cancellation-statement.ts';
import { cancelContract, declareSubscriptionEnd } from '#shared/billing/contract.ts';
import { declareContractCancellation } from './contract-cancellation/declare.ts';
import { declareSubscriptionCancellation } from './subscription-cancellation/declare.ts';

type Kind = 'withdrawal' | 'cancellation';
type Markup = ReturnType<typeof html>;
type Posted = Readonly<Record<string, string>>;

const whose = ['name', 'email', 'order'] as const;
const fields = { withdrawal: whose, cancellation: [...whose, 'kind', 'reason', 'endsOn'] } as const;

/** What a posted form declares, and what receives it; undefined if a field is wrong. */
function readStatement(kind: Kind, posted: Posted, t: ServerTranslate<'billing'>, locale: Locale) {
  if (kind === 'withdrawal') {
    const { data, error } = cancelContract.body.safeParse(posted);
    if (!data) return { problems: error.issues };
    return {
      text: t('withdrawal_statement', { name: data.name, order: data.order }),
      declare: (deps: Deps, context: RequestContext) => declareContractCancellation(deps, context, null, data),
    };
  }
  const { data, error } = declareSubscriptionEnd.body.safeParse({ ...posted, kind: posted['kind'] || 'ordinary' });
  if (!data) return { problems: error.issues };
  return {
    text: writeStatement(t, data, locale),
    declare: (deps: Deps, context: RequestContext) => declareSubscriptionCancellation(deps, context, null, data),
  };
}

/**
 * Both statements as plain forms, for browsers without JavaScript. A withdrawal is confirmed in a second step, as the
 * law requires; a cancellation is sent by its first button, and checked before by another.
 */
export const statementFormRoutes: Routes = ({ app, deps }) => {
  app.post('/api/contract/withdraw-form', (c) => showForm(deps, c, 'withdrawal'));
  app.post('/api/contract/cancel-form', (c) => showForm(deps, c, 'cancellation'));
};

async function showForm(deps: Deps, c: AppContext, kind: Kind) {
  await deps.limits.take('form-from', c.get('requestContext').ip);
  const form = await readForm(c);
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
  const locale = toLocale(text('locale'));
  const t = getTranslate('billing', locale);
  const posted: Posted = Object.fromEntries(fields[kind].map((name) => [name, text(name)]));
  const show = (title: string, content: Markup, status: 200 | 422 = 200) => {
    const { name: brand } = deps.catalog.site;
    const home = html`<p><a href="${pathTo('home', {}, locale)}">${brand}</a></p>`;
    const page = plainPage(`${title} · ${brand}`, html`${home}<h1>${title}</h1>${content}`, locale);
    return c.html(page, status, plainPageHeaders);
  };
  const statement = readStatement(kind, posted, t, locale);
  const step = text('step');
  if ('problems' in statement || step === 'change') {
    const problems = 'problems' in statement ? statement.problems : [];
    const inputs = showFields(
      kind,
      posted,
      new Map(problems.map(({ path: [name], message }) => [String(name), message])),
    );
    return show(
      t(`${kind}_title`),
      html`<form method="post">${inputs(locale, t)}</form>`,
      problems.length > 0 ? 422 : 200,
    );
  }
  const email = posted['email'] ?? '';
  if (step !== 'confirm' && (kind === 'withdrawal' || step === 'check')) {
    const kept = Object.entries({ ...posted, locale }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    );
    return show(
      t(`${kind}_title`),
      html`<p class="entry statement">${statement.text}</p>
        <p class="muted">${withLabel(t('withdrawal_email'), email, locale)}</p>
        <form method="post">${kept}
          <button name="step" value="confirm">${t(kind === 'withdrawal' ? 'withdrawal_confirm' : 'cancellation_here')}</button>
          <button name="step" value="change">${t('withdrawal_change')}</button>
        </form>`,
    );
  }
  const declared = await statement.declare(deps, { ...c.get('requestContext'), locale }).catch((error: unknown) => {
    // Past the threshold a declaration needs the captcha, which needs JavaScript.
    if (error instanceof ServiceError && error.fields?.['captcha']) return null;
    throw error;
  });
  if (declared === null) {
    const { supportEmail: support } = deps.catalog.site;
    return show(t(`${kind}_title`), html`<p role="alert">${t('withdrawal_busy', { support })}</p>`, 422);
  }
  const { receivedAt, reference } = declared;
  const moment = formatDateTime(receivedAt, locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return show(
    t('withdrawal_done'),
    html`<p>${t('withdrawal_done_text', { moment: `${moment} UTC`, reference })}</p>
      <p class="entry statement">${statement.text}</p>
      <p>${t(`${kind}_done_email`, { email })}</p>`,
  );
}

function showFields(kind: Kind, posted: Posted, problems: ReadonlyMap<string, string>) {
  return (locale: Locale, t: ServerTranslate<'billing'>): Markup => {
    const say = getTranslate('validation', locale);
    const explain = (name: string) => {
      const problem = problems.get(name);
      const known = problem === 'email' || problem === 'plain_line' || problem === 'too_long' ? problem : 'required';
      return problem === undefined ? '' : html`<span role="alert">${say(name === 'endsOn' ? 'invalid' : known)}</span>`;
    };
    const input = (name: string, label: string, type = 'text') => html`<label>${label}
      <input name="${name}" type="${type}" value="${posted[name] ?? ''}" ${problems.has(name) ? html`aria-invalid="true"` : ''} />
      ${explain(name)}</label>`;
    const inputs = [
      html`<input type="hidden" name="locale" value="${locale}" />`,
      ...whose.map((name) => input(name, t(`withdrawal_${name}`))),
    ];
    if (kind === 'withdrawal') return html`${inputs}<button>${t('withdrawal_here')}</button>`;
    const choices = cancellationKinds.map((value) => {
      const isChosen = value === (posted['kind'] || 'ordinary');
      return html`<option value="${value}" ${isChosen ? 'selected' : ''}>${t(`cancellation_kind_${value}`)}</option>`;
    });
    return html`${inputs}
      <label>${t('cancellation_kind')}<select name="kind">${choices}</select></label>
      ${input('reason', t('cancellation_reason'))}${input('endsOn', t('cancellation_date'), 'date')}
      <button name="step" value="confirm">${t('cancellation_here')}</button>
      <button name="step" value="check">${t('cancellation_check')}</button>`;
  };
}

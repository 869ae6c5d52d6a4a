import { map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { startSession } from '#app/shell/stores/session.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { callErrorToastMs } from '#shared/core/constants.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import {
  checkNewsletter,
  fieldName,
  type NewsletterProblem,
  type NewsletterValues,
} from '#shared/messages/newsletter-form.ts';

/** The form's messages in the reader's language; `required` has the field as `{{field}}`. */
export type NewsletterStrings = {
  readonly captcha: string;
  readonly required: string;
  readonly field_email: string;
  readonly consent: string;
  readonly passwords: string;
  readonly subscribed: string;
  readonly confirm_hint: string;
};

export type NewsletterState = {
  readonly values: NewsletterValues;
  readonly captcha: string;
  readonly status: 'idle' | 'submitting' | 'success' | 'failure';
  /** Counts attempts, because a captcha is valid only once. */
  readonly round: number;
};

const empty: NewsletterValues = { email: '', termsUse: 0, share: 0 };

function sentenceOf(problem: NewsletterProblem, strings: NewsletterStrings): string {
  if (problem.kind !== 'required') return strings[problem.kind];
  const name = problem.field === 'email' ? strings.field_email : fieldName(problem.field);
  return strings.required.replace('{{field}}', name);
}

/** The newsletter form in the footer. Errors appear as one toast each; values are kept. */
export function createNewsletterForm(strings: NewsletterStrings) {
  const $newsletter = map<NewsletterState>({ values: empty, captcha: '', status: 'idle', round: 0 });

  function set<Field extends 'email' | 'termsUse' | 'share'>(field: Field, value: NewsletterValues[Field]): void {
    const { values, status } = $newsletter.get();
    $newsletter.setKey('values', { ...values, [field]: value });
    if (status !== 'submitting') $newsletter.setKey('status', 'idle');
  }

  function setCaptcha(payload: string): void {
    $newsletter.setKey('captcha', payload);
  }

  async function submit(): Promise<void> {
    const { values, captcha, status, round } = $newsletter.get();
    if (status === 'submitting') return;
    const problems = checkNewsletter(values, captcha);
    if (problems.length > 0) {
      for (const problem of problems) notify('error', { text: sentenceOf(problem, strings) }, callErrorToastMs);
      return;
    }
    $newsletter.setKey('status', 'submitting');
    await startSession();
    const result = await send(subscribeNewsletter, { body: { ...values, captcha } });
    if (result.ok) {
      $newsletter.set({ values: empty, captcha: '', status: 'success', round: round + 1 });
      notify('success', { text: strings.subscribed });
      notify('info', { text: strings.confirm_hint });
      return;
    }
    const { failure } = result;
    const isRefused = failure.kind === 'status' && Object.keys(failure.fields).length > 0;
    $newsletter.set({
      values: $newsletter.get().values,
      captcha: '',
      status: isRefused ? 'idle' : 'failure',
      round: round + 1,
    });
    if (!isRefused) return notifyFailure(failure);
    // This form shows no messages beside its fields, so each one is a toast.
    for (const text of Object.values(failure.fields).flat()) notify('error', { text }, callErrorToastMs);
  }

  return { $newsletter, set, setCaptcha, submit };
}

import { createForm } from '#app/shell/stores/form.ts';
import { currentLocale, goTo } from '#app/shell/stores/navigation.ts';
import { forgetSavedForm } from '#app/shell/stores/saved-form.ts';
import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { type ContactTopic, contactTopics, sendContact } from '#shared/support/contract-contact.ts';

export function createContactForm() {
  return createForm({
    contract: sendContact,
    initial: { name: '', email: '', topic: 'question', message: '', captcha: '' },
    onSuccess: () => {
      forgetSavedForm();
      goTo(pathTo('thankyou', {}, currentLocale()));
    },
  });
}

/** Valid account numbers. Nothing else is copied, so that a crafted link can't put text into a message. */
const accountNumber = /^[\w-]{1,64}$/;

type TopicForm = {
  readonly $form: { get(): { readonly values: { readonly topic: ContactTopic; readonly message: string } } };
  set(field: 'topic', value: ContactTopic): void;
  set(field: 'message', value: string): void;
};

/** The path of the sign-in screen, which leads back to the conversation in this address. */
export function signInPath(locale: Locale): string {
  const { pathname = '/', search = '' } = globalThis.location ?? {};
  return `${pathTo('signIn', {}, locale)}?next=${encodeURIComponent(pathname + search)}`;
}

/** Prefills the topic from a link such as `?topic=withdrawal&account=RTH-1` and keeps typed values. */
export function fillInTargetAccount(form: TopicForm, accountLabel: string): void {
  const query = new URLSearchParams(location.search);
  const topic = contactTopics.find((each) => each === query.get('topic'));
  const account = query.get('account') ?? '';
  if (topic) form.set('topic', topic);
  if (!accountNumber.test(account) || form.$form.get().values.message !== '') return;
  form.set('message', `${accountLabel} ${account}\n\n`);
}

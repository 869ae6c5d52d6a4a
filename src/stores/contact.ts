import { contactTopics, sendContact } from '../contract/contact.ts';
import { pathTo } from '../routes.ts';
import { createForm } from './form.ts';
import { currentLocale, goTo } from './navigation.ts';

export function createContactForm() {
  return createForm({
    contract: sendContact,
    initial: { name: '', email: '', topic: 'question', message: '', captcha: '' },
    onSuccess: () => goTo(pathTo('thankyou', {}, currentLocale())),
  });
}

/** What a platform may number an account by: no sentence of a stranger's gets from an address into a message. */
const accountNumber = /^[\w-]{1,64}$/;

/** Begins with what a link says it is about, `?topic=withdrawal&account=RTH-1`, and leaves what was typed. */
export function fillInTargetAccount(form: ReturnType<typeof createContactForm>, accountWord: string): void {
  const asked = new URLSearchParams(location.search);
  const topic = contactTopics.find((each) => each === asked.get('topic'));
  const account = asked.get('account') ?? '';
  if (topic) form.set('topic', topic);
  if (!accountNumber.test(account) || form.$form.get().values.message !== '') return;
  form.set('message', `${accountWord} ${account}\n\n`);
}

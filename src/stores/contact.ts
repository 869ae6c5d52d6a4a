import { sendContact } from '../contract/contact.ts';
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

import { $user } from '#app/shell/stores/session.ts';
import { fullName } from '#lib/person-name.ts';

type ContactForm = {
  readonly $form: { get(): { readonly values: { readonly name: string; readonly email: string } } };
  set(field: 'name' | 'email', value: string): void;
};

/** Prefills the signed-in person's details and keeps typed values. Call the returned function to stop. */
export function prefillContact(form: ContactForm): () => void {
  return $user.subscribe((user) => {
    if (!user) return;
    const { name, email } = form.$form.get().values;
    if (name === '') form.set('name', fullName(user));
    if (email === '') form.set('email', user.email);
  });
}

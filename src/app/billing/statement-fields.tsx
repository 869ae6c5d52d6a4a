import type { FieldProps } from '#app/shell/use-form.ts';
import { TextInput } from '#ui/text-input.tsx';
import { useTexts } from './texts.ts';

/** Who makes a statement, about which order, and where we confirm it. */
export function StatementFields({ field }: { readonly field: (name: 'name' | 'email' | 'order') => FieldProps }) {
  const { strings } = useTexts();
  return (
    <>
      <TextInput required {...field('name')} label={strings.withdrawal_name} autoComplete="name" />
      <TextInput
        required
        {...field('email')}
        label={strings.withdrawal_email}
        type="email"
        autoComplete="email"
        hint={strings.withdrawal_email_hint}
      />
      <TextInput
        required
        {...field('order')}
        label={strings.withdrawal_order}
        autoComplete="off"
        hint={strings.withdrawal_order_hint}
      />
    </>
  );
}
